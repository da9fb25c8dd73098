import { addDays, dayOfWeek } from '../../rules/time/local-time.ts'
import { createRandom } from './random.ts'

/** The first and the last day of the season, counted from today. */
export const FIRST_DAY = -90
export const LAST_DAY = 30

/** How busy a weekday is, Sunday first; the mean is 1. */
const WEEKDAYS = [1.35, 0.6, 0.65, 0.75, 0.9, 1.25, 1.5]
/** Bookings on a usual day. */
const USUAL = 4.2
/** Days before the flight by which about a third of its bookings are made. */
const BOOKED_AHEAD = 11

/**
 * How many bookings a day's flights get: weekdays, a season that rises and falls, the weather, and
 * for days to come only those that are made by today.
 */
export function countBookings(seed: string, today: string, day: number): number {
  const date = addDays(today, day)
  const random = createRandom(`${seed} / weather of ${date}`)
  const weekday = WEEKDAYS[dayOfWeek(date)] ?? 1
  // A wave of ten weeks with its top six weeks ago: the reports show good and lean weeks.
  const season = 1 + 0.3 * Math.cos((2 * Math.PI * (day + 42)) / 70)
  const weather = random.weigh([
    [1, 6],
    [1.25, 2],
    [0.7, 2],
    [0.2, 1],
  ])
  // These are the busiest days: the desk is looked at when there is something to do.
  const near = 1 + 1.8 * Math.exp(-((day / 4) ** 2))
  const made = day <= 0 ? 1 : Math.exp(-day / BOOKED_AHEAD)
  // The weather of days to come is not known yet, and that of today is fair.
  const expected = USUAL * weekday * season * near * (day > -2 ? 1 : weather) * made
  return Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
}
