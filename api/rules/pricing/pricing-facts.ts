/**
 * What the engine knows of the catalogue and the cart. Money is in integer cents, percents are in
 * hundredths of a percent.
 */

export type QuantityType = 'seat' | 'flight'

/** A list price; null when this level sets none, or when the product is not offered that way. */
export interface ListPrices {
  seatPriceCents: number | null
  flightPriceCents: number | null
}

export interface UpgradeRule {
  id: number
  name: string
  /** Exactly one of the two prices is set. */
  priceCents: number | null
  percentBps: number | null
  /** -1: the chosen quantity; 0: one; n: one per n passengers or part of n (spec section 9). */
  goodForXPax: number
}

export interface FeeRule {
  id: number
  name: string
  /** Exactly one of the two prices is set. */
  priceCents: number | null
  percentBps: number | null
  /** Charged per seat or whole aircraft instead of once per order. */
  perSeat: boolean
  /**
   * Charged with the dated flight that a gift card is redeemed for, and not when the card is
   * bought.
   */
  postponed?: boolean | undefined
}

/** A kind of passenger beside adults. */
export interface SeatTypeRule {
  id: number
  name: string
  /** What their seat costs less than an adult's, in whole percent. */
  percentOff: number
  maxAge: number | null
  /** None of them flies without an adult. */
  needsAdult: boolean
}

/** Plain JSON values. The order stores them, so that it can be priced again as it was sold. */
export interface PricingFacts {
  product: ListPrices & {
    name: string
    /**
     * Percentage fees apply to this price of a seat or aircraft instead of the actual one (spec
     * section 9).
     */
    feePriceCents: number | null
    /** Account credit cannot pay for this product (spec section 6). */
    creditHidden: boolean
  }
  /** The discount of the running campaign on every seat and aircraft; 0 without a campaign. */
  campaignBps: number
  fare: ListPrices | null
  departure: ListPrices & { tags: readonly string[] }
  /** The fees of the selling brand, in display order. */
  fees: readonly FeeRule[]
  upgrades: readonly UpgradeRule[]
  /** Undefined where everybody pays an adult's price. */
  passengerTypes?: readonly SeatTypeRule[] | undefined
  taxBps: number
  /** Passengers one aircraft takes. */
  capacity: number
}

export interface CartSeatType {
  typeId: number
  quantity: number
}

export interface CartUpgrade {
  upgradeId: number
  /** Used only for upgrades whose quantity the shopper chooses. */
  quantity?: number | undefined
}

/** The terms of a code that applies to this cart (`findDiscountRefusal`). */
export interface DiscountTerms {
  id: number
  code: string
  /** The label on the breakdown. */
  label: string
  /** Exactly one of the two is set. */
  amountCents: number | null
  percentBps: number | null
  /** The code can be combined with a campaign. */
  stackable: boolean
  /** True for a member's price, which credit may accompany; a code switches credit off. */
  keepsCredit?: boolean
}

export interface FeeLimit {
  feeId: number
  cents: number
}

/** Pays one whole seat or one whole aircraft at any price. */
export interface GiftCardTender {
  id: number
  label: string
  /** The price paid for the card; it does not change what the card pays. */
  paidCents: number
  /** Fees paid with the card, which are waived for its seat. */
  pendingFeeIds: readonly number[]
  /**
   * The most that each other fee may be for the card's seat, with tax; a fee without a limit is not
   * charged. Undefined on orders from before cards named their fees, which are charged in full.
   */
  feeLimits?: readonly FeeLimit[] | undefined
  unit: QuantityType
}

export interface VoucherTender {
  id: number
  label: string
  balanceCents: number
}

/** What pays beside a card, in the order of use. */
export interface Tenders {
  giftCards?: readonly GiftCardTender[] | undefined
  vouchers?: readonly VoucherTender[] | undefined
  /** The most account credit to use; 0 or undefined for none. */
  creditCents?: number | undefined
}

/** A dated flight, as plain JSON values. */
export interface Cart extends Tenders {
  quantityType: QuantityType
  /** The number of seats, or the size of the party for whole flights; at least 1. */
  quantity: number
  /** Additional seats, for passengers who need two. */
  secondSeats?: number | undefined
  /** Those of the party who are no adults; undefined where everybody is one. */
  passengerTypes?: readonly CartSeatType[] | undefined
  upgrades: readonly CartUpgrade[]
  discount?: DiscountTerms | null | undefined
  /** The price of a seat or aircraft that staff set: no campaign and no code applies beside it. */
  staffPriceCents?: number | undefined
  /** The upgrade that a prize makes free. */
  prizeUpgradeId?: number | null | undefined
}

/**
 * Gift cards to buy, of the fare in the facts; the departure in the facts does not apply. Plain
 * JSON values.
 */
export interface GiftCart extends Omit<Tenders, 'giftCards'> {
  /** What each card pays: a seat or an aircraft. */
  unit: QuantityType
  quantity: number
  discount?: DiscountTerms | null | undefined
}
