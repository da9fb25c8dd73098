import { addDays, findOccurrence, toLocalDate } from '../rules/time/local-time.ts'
import { type CatalogueEntry, type DepartureRow, requireTerminal } from '../store/catalogue/read-catalogue.ts'

/** A rule without a departure within these days counts as closed. */
const DAYS_AHEAD = 400

/** The next departure of a weekly rule; null for a rule that is not on sale or always closed. */
export function findNextDeparture(entry: CatalogueEntry, rule: DepartureRow, now: Date): Date | null {
  const place = requireTerminal(
    entry.terminals,
    rule.departureTerminalId ?? entry.product.departureTerminalId,
  )
  // A departure relative to the sunset of the previous day may leave today.
  const first = addDays(toLocalDate(now, place.timezone), -1)
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    const departAt = findOccurrence(rule, addDays(first, day), place, entry.exceptions, now)
    if (departAt && departAt > now) return departAt
  }
  return null
}
