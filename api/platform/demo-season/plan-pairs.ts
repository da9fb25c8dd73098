import { addDays, addMinutes, dayOfWeek, toLocalTime } from '../../rules/time/local-time.ts'
import { findDepartures, findProduct } from './departures.ts'
import { drawBooking } from './draw-booking.ts'
import { drawCard, type SeasonDays, slotKey } from './plan-bookings.ts'
import { createRandom } from './random.ts'
import { type PlannedBooking } from './steps.ts'

/** The flight of "The New Yorker" that has a second one behind it, at the same price. */
export const PAIRED = { productId: 6, at: '11:00', secondAt: '11:10', minutesApart: 10 } as const

/** What the record calls the second flight of a day of the week, 0 is Sunday. */
export const secondFlightKey = (day: number) => `second ${String(day)}`

const HOUR = 60
const PEOPLE = 5
const ON_SECOND = 2
/** Two of these days of the past and two of those to come have such a party. */
const FLOWN = [-3, -5, -8, -9, -11, -15, -18, -22]
const COMING = [2, 4, 5, 6, 8, 9, 10, 11]
const FEW = 2

/**
 * Parties of five, whom no aircraft takes whole: three fly at eleven and two ten minutes later. Nobody
 * else has a seat on these flights.
 */
export function planPairs(
  bookings: readonly PlannedBooking[],
  { seed, now, today }: SeasonDays,
): PlannedBooking[] {
  const random = createRandom(`${seed} / pairs`)
  const product = findProduct(PAIRED.productId)
  const sold = new Set(bookings.map(({ departure }) => slotKey(departure)))
  const findFree = (days: readonly number[]) =>
    days
      .flatMap((day) => findDepartures(product, addDays(today, day)))
      .filter(({ departAt, date }) => toLocalTime(departAt, product.zone) === PAIRED.at && isOpen(date))
      .filter((departure) => !sold.has(slotKey(departure)))
      .slice(0, FEW)
  return [...findFree(FLOWN), ...findFree(COMING)].map((departure, index): PlannedBooking => {
    const { departAt, date } = departure
    const latest = Math.min(departAt.getTime(), now.getTime())
    const at = addMinutes(new Date(latest), -random.between(26 * HOUR, 140 * HOUR))
    const facts = { key: `t${String(index)}`, number: 1700 + index, at, people: PEOPLE }
    return {
      ...drawBooking(random, departure, facts),
      second: {
        extra: secondFlightKey(dayOfWeek(date)),
        departAt: addMinutes(departAt, PAIRED.minutesApart),
        people: ON_SECOND,
      },
      channel: 'web',
      payment: { by: 'card', card: drawCard(random), declinedFirst: false },
    }
  })
}

/** Nothing flies at Christmas. */
const isOpen = (date: string) => !date.endsWith('-12-25')
