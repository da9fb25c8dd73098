/**
 * What the engine knows of the catalogue and of the cart. Money is integer cents, percents are
 * hundredths of a percent.
 */

export type QuantityType = 'seat' | 'flight'

/**
 * A list price; null where it says nothing, or on a product where that way of buying is not
 * offered.
 */
export interface ListPrices {
  seatPriceCents: number | null
  flightPriceCents: number | null
}

export interface UpgradeRule {
  id: number
  name: string
  /** Exactly one of the two is set. */
  priceCents: number | null
  percentBps: number | null
  /** -1: the chosen quantity; 0: one; n: one for every n passengers begun (spec section 9). */
  goodForXPax: number
}

export interface FeeRule {
  id: number
  name: string
  /** Exactly one of the two is set. */
  priceCents: number | null
  percentBps: number | null
  /** Once for each seat, or each aircraft sold whole, instead of once per order. */
  perSeat: boolean
  /** Not charged when a gift card is bought, but with the dated flight it is redeemed for. */
  postponed?: boolean | undefined
}

/** Plain JSON values: they are kept on the order, so that it can be priced again as it was sold. */
export interface PricingFacts {
  product: ListPrices & {
    name: string
    /**
     * Percent fees are counted on this price of a seat or aircraft instead of its own (spec section
     * 9).
     */
    feePriceCents: number | null
    /** Account credit cannot pay for it (spec section 6). */
    creditHidden: boolean
  }
  /** What the campaign now running takes off every seat and aircraft; 0 where none does. */
  campaignBps: number
  fare: ListPrices | null
  departure: ListPrices & { tags: readonly string[] }
  /** The fees that apply to the selling brand, in the order they are shown. */
  fees: readonly FeeRule[]
  upgrades: readonly UpgradeRule[]
  taxBps: number
  /** Passengers one aircraft takes. */
  capacity: number
}

export interface CartUpgrade {
  upgradeId: number
  /** Counts only for upgrades whose number the shopper chooses. */
  quantity?: number | undefined
}

/** The terms of a code that was found good for this cart (`findDiscountRefusal`). */
export interface DiscountTerms {
  id: number
  code: string
  /** As it stands on the breakdown. */
  label: string
  /** Exactly one of the two is set. */
  amountCents: number | null
  percentBps: number | null
  /** Works on top of a campaign. */
  stackable: boolean
  /** A member's own price, beside which credit may pay; a code switches credit off. */
  keepsCredit?: boolean
}

export interface FeeLimit {
  feeId: number
  cents: number
}

/** Pays one whole seat or one whole aircraft, whatever it costs now. */
export interface GiftCardTender {
  id: number
  label: string
  /** What was paid for it; does not change what it pays. */
  paidCents: number
  /** Fees paid with it: waived for its seat. */
  pendingFeeIds: readonly number[]
  /**
   * The most that each other fee may be for its seat, with tax; one that is not named here is not
   * charged. Nothing on orders from before cards named their fees: those are charged as the fees
   * were.
   */
  feeLimits?: readonly FeeLimit[] | undefined
  unit: QuantityType
}

export interface VoucherTender {
  id: number
  label: string
  balanceCents: number
}

/** What is to pay beside a card, in the order of use. */
export interface Tenders {
  giftCards?: readonly GiftCardTender[] | undefined
  vouchers?: readonly VoucherTender[] | undefined
  /** Account credit to use at most; 0 or nothing for none. */
  creditCents?: number | undefined
}

/** A dated flight, in plain JSON values. */
export interface Cart extends Tenders {
  quantityType: QuantityType
  /** Seats, or for whole flights the size of the party; at least 1. */
  quantity: number
  /** Seats beyond one for each passenger, for those who need two. */
  secondSeats?: number | undefined
  upgrades: readonly CartUpgrade[]
  discount?: DiscountTerms | null | undefined
  /** The upgrade that a prize makes free. */
  prizeUpgradeId?: number | null | undefined
}

/**
 * Gift cards to buy, of the fare in the facts; the departure in them does not count. Plain JSON
 * values.
 */
export interface GiftCart extends Omit<Tenders, 'giftCards'> {
  /** What each card will pay: a seat, or an aircraft. */
  unit: QuantityType
  quantity: number
  discount?: DiscountTerms | null | undefined
}
