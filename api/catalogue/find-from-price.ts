import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type CatalogueEntry, type DepartureRow } from '../store/catalogue/read-catalogue.ts'
import { type RulePrices } from './present-departure.ts'

/** The unit of a "from" price: a seat, or an aircraft for products without seat prices. */
export const fromUnit = ({
  product,
}: {
  product: Pick<CatalogueEntry['product'], 'seatPriceCents'>
}): QuantityType => (product.seatPriceCents === null ? 'flight' : 'seat')

/**
 * Finds the "from" price: the lowest quote for one person, or one aircraft, over some departures,
 * without codes or credit. All pages, the calendar and the structured data use it.
 *
 * @param onSale whether one of the rule's departures can be booked; called for cheaper rules first
 * @returns cents; null when nothing is sold by this unit or nothing can be booked
 */
export function findFromCents<Rule extends { row: DepartureRow | null }>(
  rules: readonly Rule[],
  priceOf: (rule: Rule['row']) => RulePrices,
  unit: QuantityType,
  onSale: (rule: Rule) => boolean = () => true,
): number | null {
  const priced = rules.flatMap((rule) => {
    const prices = priceOf(rule.row)
    const cents = unit === 'seat' ? prices.seatTotalCents : prices.flightTotalCents
    return cents === null ? [] : [{ rule, cents }]
  })
  return priced.toSorted((a, b) => a.cents - b.cents).find(({ rule }) => onSale(rule))?.cents ?? null
}
