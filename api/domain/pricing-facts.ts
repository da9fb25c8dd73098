/** What the engine knows of the catalogue and of the cart. Money is integer cents, percents are hundredths of a percent. */

export type QuantityType = 'seat' | 'flight'

/** A list price; null where it says nothing, or on a product where that way of buying is not offered. */
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
}

export interface PricingFacts {
  product: ListPrices & {
    name: string
    /** Percent fees are counted on this price of a seat or aircraft instead of its own (spec section 9). */
    feePriceCents: number | null
  }
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

export interface Cart {
  quantityType: QuantityType
  /** Seats, or for whole flights the size of the party; at least 1. */
  quantity: number
  upgrades: readonly CartUpgrade[]
}
