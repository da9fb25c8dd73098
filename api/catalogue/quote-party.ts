import { toDollars } from '../rules/money/money.ts'
import { type PartySize } from '../rules/departures/availability.ts'
import { presentPriceLine } from '../rules/pricing/price-lines.ts'
import { type PricingFacts } from '../rules/pricing/pricing-facts.ts'
import { priceCart } from '../rules/pricing/pricing.ts'

/** The quote of `POST /v1/quotes` for a party without extras. */
export function quoteParty(facts: PricingFacts, party: PartySize) {
  const { lines, totalCents } = priceCart(facts, { ...party, upgrades: [] })
  return { lines: lines.map(presentPriceLine), total: toDollars(totalCents) }
}
