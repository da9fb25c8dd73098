import { formatTimes, type Priced, type PricedLine, taxLines, upgradeLines } from './price-lines.ts'
import { type PricedCart, priceUnits } from './pricing.ts'
import { type Cart, type PricingFacts } from './pricing-facts.ts'

export interface AddedUpgrade {
  upgradeId: number
  /** The quantity after the change. */
  quantity: number
}

export type PricedChange = Omit<PricedCart, 'flightQuantity'>

/**
 * Prices upgrades that are added to a paid order: at their present price, percentage ones of the
 * seat or aircraft as it was sold, with the tax of the flight. Fees do not apply, because they
 * depend on seats, and the order's code does not apply either.
 * @param facts as the order was sold, with the upgrades as they are today
 * @param creditCents the most account credit to use
 * @throws TypeError when an upgrade is not among the facts
 */
export function priceAddedUpgrades(
  facts: PricingFacts,
  sold: Pick<Cart, 'quantityType' | 'quantity' | 'staffPriceCents'>,
  added: readonly AddedUpgrade[],
  creditCents: number,
): PricedChange {
  const { quantityType, quantity, staffPriceCents } = sold
  const cart: Cart = { quantityType, quantity, staffPriceCents, upgrades: added, creditCents }
  const addedLines = (priced: Priced): PricedLine[] =>
    upgradeLines(priced).map((line, index) => withQuantity(line, added[index]?.quantity ?? line.quantity))
  return priceUnits(facts, cart, quantity, [addedLines, taxLines])
}

function withQuantity(line: PricedLine, quantity: number): PricedLine {
  const detail = line.rule === 'upgrade:flat' ? formatTimes(quantity, line.unitCents) : line.detail
  return { ...line, detail, quantity, amountCents: line.unitCents * quantity }
}
