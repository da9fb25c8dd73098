import { findOccurrence } from '../rules/time/timetable.ts'
import { addDays, toLocalDate } from '../rules/time/local-time.ts'
import { type CatalogueEntry, type DepartureRow, requireTerminal } from '../store/catalogue/load-catalogue.ts'

/** A rule that does not leave within these days is closed rather than late. */
const DAYS_AHEAD = 400

/**
 * When a weekly rule leaves next; null for one that is not on sale, or closed on every day ahead.
 */
export function findNextDeparture(entry: CatalogueEntry, rule: DepartureRow, now: Date): Date | null {
  const place = requireTerminal(
    entry.terminals,
    rule.departureTerminalId ?? entry.product.departureTerminalId,
  )
  // Counted from the sunset, what belongs to yesterday may leave today.
  const first = addDays(toLocalDate(now, place.timezone), -1)
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    const departAt = findOccurrence(rule, addDays(first, day), place, entry.exceptions, now)
    if (departAt && departAt > now) return departAt
  }
  return null
}
