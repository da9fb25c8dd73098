import {
  addDays,
  addMinutes,
  type DateException,
  datesBetween,
  findDepartAt,
  fliesOn,
  instantOf,
  type PublishWindow,
  toLocalDate,
} from '../time/local-time.ts'
import { type PlacedRule } from './availability.ts'

const MINUTES_A_DAY = 24 * 60

/** What of a product changes with the clock alone. */
export interface ChangingProduct extends PublishWindow {
  salesCloseMins: number
  rules: readonly PlacedRule[]
  exceptions: readonly DateException[]
}

/** The start and the end of a publish window. */
const windowEdges = ({ publishAt, publishUntil }: PublishWindow): Date[] =>
  [publishAt, publishUntil].filter((edge) => edge !== null)

/** The next midnight in a time zone. */
const midnight = (now: Date, timezone: string): Date =>
  instantOf(addDays(toLocalDate(now, timezone), 1), '00:00', timezone)

/**
 * The first instant after `now` at which the displayed products and departures change without a
 * write: a publish window or a campaign begins or ends, sales for a departure close, a departure
 * leaves, or a day ends in one of the zones. It is never later than the next midnight in UTC.
 * @param others further instants, of campaigns, holds and frozen departures
 */
export function findNextChange(
  products: readonly ChangingProduct[],
  timezones: Iterable<string>,
  others: readonly Date[],
  now: Date,
): Date {
  const edges = [
    ...others,
    ...products.flatMap(windowEdges),
    ...products.flatMap(({ rules }) => rules.flatMap(windowEdges)),
    ...products.flatMap((product) => departureEdges(product, now)),
    ...[...new Set(timezones)].map((timezone) => midnight(now, timezone)),
  ]
  const next = midnight(now, 'UTC').getTime()
  return new Date(
    Math.min(next, ...edges.map((edge) => edge.getTime()).filter((edge) => edge > now.getTime())),
  )
}

/** The times around now at which sales close and departures leave. */
function departureEdges({ rules, exceptions, salesCloseMins }: ChangingProduct, now: Date): Date[] {
  return rules.flatMap((rule) => {
    const today = toLocalDate(now, rule.place.timezone)
    // A late departure belongs to the day before, and sales may close days before it leaves.
    const last = addDays(today, 2 + Math.ceil(salesCloseMins / MINUTES_A_DAY))
    return datesBetween(addDays(today, -1), last).flatMap((date) => {
      if (!fliesOn(rule, date, exceptions)) return []
      const departAt = findDepartAt(rule, date, rule.place)
      return departAt ? [departAt, addMinutes(departAt, -salesCloseMins)] : []
    })
  })
}
