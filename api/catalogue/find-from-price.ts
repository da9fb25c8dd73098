import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type CatalogueEntry, type DepartureRow } from '../store/catalogue/load-catalogue.ts'
import { type RulePrices } from './present-departure.ts'

/**
 * How a price that begins with "from" is counted: for a seat, or for an aircraft where no seats are
 * sold.
 */
export const fromUnit = ({ product }: Pick<CatalogueEntry, 'product'>): QuantityType =>
  product.seatPriceCents === null ? 'flight' : 'seat'

/**
 * The price that "from $X" names: the lowest total of a quote for one person, or one aircraft, over
 * some departures, without a code or credit. Every page, the calendar and the structured data have
 * it from here.
 *
 * @param onSale whether anybody can book one of the rule's departures; the cheaper rules are
 *   asked about first
 * @returns cents; null where none of them is sold that way, or none can be booked
 */
export function findFromCents<Rule extends { row: DepartureRow }>(
  rules: readonly Rule[],
  priceOf: (rule: DepartureRow) => RulePrices,
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
