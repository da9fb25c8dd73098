import { type ListPrices, type PricingFacts, type QuantityType } from './pricing-facts.ts'

export interface UnitPrice {
  cents: number
  /** Whose price it is. */
  source: 'departure' | 'fare' | 'product'
}

type PriceFacts = Pick<PricingFacts, 'product' | 'fare' | 'departure'>

const priceFor = (prices: ListPrices | null, type: QuantityType) =>
  (type === 'seat' ? prices?.seatPriceCents : prices?.flightPriceCents) ?? null

/**
 * List price of one seat or of one whole aircraft: the departure's own, else its fare's, else the product's.
 * Undefined when the product is not sold that way, whatever its fares say.
 */
export function findUnitPrice(facts: PriceFacts, type: QuantityType): UnitPrice | undefined {
  const base = priceFor(facts.product, type)
  if (base === null) return undefined
  const own = priceFor(facts.departure, type)
  if (own !== null) return { cents: own, source: 'departure' }
  const fare = priceFor(facts.fare, type)
  if (fare !== null) return { cents: fare, source: 'fare' }
  return { cents: base, source: 'product' }
}

/**
 * What a departure costs more (or, negative, less) than the product's own price: for a seat, or for the aircraft where
 * no seats are sold.
 */
export function getSurgeCents(facts: PriceFacts): number {
  const type = facts.product.seatPriceCents === null ? 'flight' : 'seat'
  const base = priceFor(facts.product, type) ?? 0
  return (findUnitPrice(facts, type)?.cents ?? base) - base
}
