import { percentOf } from '../money/money.ts'
import { type ListPrices, type PricingFacts, type QuantityType } from './pricing-facts.ts'

export interface UnitPrice {
  /** What it costs now: the list price, less what a running campaign takes off. */
  cents: number
  listCents: number
  /** Whose list price it is. */
  source: 'departure' | 'fare' | 'product'
}

type PriceFacts = Pick<PricingFacts, 'product' | 'fare' | 'departure' | 'campaignBps'>

const priceFor = (prices: ListPrices | null, type: QuantityType) =>
  (type === 'seat' ? prices?.seatPriceCents : prices?.flightPriceCents) ?? null

/**
 * Price of one seat or of one whole aircraft: the departure's own, else its fare's, else the
 * product's; times the campaign's (100 − percent) / 100, half a cent up (spec section 9). Undefined
 * when the product is not sold that way, whatever its fares say.
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
 * What a departure costs more (or, negative, less) than the product's own price: for a seat, or for
 * the aircraft where no seats are sold. A campaign lowers both and does not show here.
 */
export function getSurgeCents(facts: PriceFacts): number {
  const type = facts.product.seatPriceCents === null ? 'flight' : 'seat'
  const base = priceFor(facts.product, type) ?? 0
  return (findUnitPrice(facts, type)?.listCents ?? base) - base
}
