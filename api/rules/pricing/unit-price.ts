import { percentOf } from '../money/money.ts'
import { type ListPrices, type PricingFacts, type QuantityType } from './pricing-facts.ts'

export interface UnitPrice {
  /** The present price: the list price less the running campaign. */
  cents: number
  listCents: number
  /** The level that sets the list price. */
  source: 'departure' | 'fare' | 'product'
}

type PriceFacts = Pick<PricingFacts, 'product' | 'fare' | 'departure' | 'campaignBps'>

const priceFor = (prices: ListPrices | null, type: QuantityType) =>
  (type === 'seat' ? prices?.seatPriceCents : prices?.flightPriceCents) ?? null

/**
 * The price of one seat or one whole aircraft: the departure's own, else its fare's, else the
 * product's; times the campaign's (100 − percent) / 100, with half a cent rounded up (spec section
 * 9). Undefined when the product is not sold that way, whatever its fares say.
 */
export function findUnitPrice(facts: PriceFacts, type: QuantityType): UnitPrice | undefined {
  const base = priceFor(facts.product, type)
  if (base === null) return undefined
  const own = priceFor(facts.departure, type)
  if (own !== null) return unitPrice(facts, own, 'departure')
  const fare = priceFor(facts.fare, type)
  if (fare !== null) return unitPrice(facts, fare, 'fare')
  return unitPrice(facts, base, 'product')
}

const unitPrice = (facts: PriceFacts, listCents: number, source: UnitPrice['source']): UnitPrice => ({
  cents: percentOf(listCents, 10_000 - facts.campaignBps),
  listCents,
  source,
})

/**
 * How much more (or less, negative) a departure costs than the product: per seat, or per aircraft
 * where no seats are sold. A campaign lowers both and does not show here.
 */
export function getSurgeCents(facts: PriceFacts): number {
  const type = facts.product.seatPriceCents === null ? 'flight' : 'seat'
  const base = priceFor(facts.product, type) ?? 0
  return (findUnitPrice(facts, type)?.listCents ?? base) - base
}
