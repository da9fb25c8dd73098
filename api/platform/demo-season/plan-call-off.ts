import { addDays, addMinutes, instantOf } from '../../rules/time/local-time.ts'
import { type DemoDeparture, demoProducts, findDepartures, findProduct } from './departures.ts'
import { drawBooking } from './draw-booking.ts'
import { drawCard, isPaid, type SeasonDays, slotKey, ZONE } from './plan-bookings.ts'
import { createRandom } from './random.ts'
import { type LaterStep, type PlannedBooking } from './steps.ts'

const HOUR = 60
/** The heliport that most flights leave from. */
const TERMINAL = 1
const BEGINS = '12:45'
const NOTE = 'Gusts over 35 knots from noon on.'
/** The upgrade that gives the money back when the wind is too strong. */
const WEATHER_COVER = 3

const isHit = ({ departure, payment }: PlannedBooking, date: string) =>
  departure.date === date &&
  findProduct(departure.productId).terminalId === TERMINAL &&
  departure.departAt > instantOf(date, BEGINS, ZONE) &&
  isPaid(payment)

/** The afternoon of the past nine days that hurts most when the wind closes the heliport. */
function findAfternoon(bookings: readonly PlannedBooking[], today: string): string {
  const hits = (date: string) => bookings.filter((one) => isHit(one, date)).length
  const dates = Array.from({ length: 8 }, (_, index) => addDays(today, -9 + index))
  const [date = today] = dates.toSorted((a, b) => hits(b) - hits(a) || a.localeCompare(b))
  return date
}

/** Bookings for the departures of that afternoon that nobody has a seat on yet: it was a fine forecast. */
export function planFullAfternoon(
  bookings: readonly PlannedBooking[],
  { seed, today }: SeasonDays,
): PlannedBooking[] {
  const random = createRandom(`${seed} / afternoon`)
  const date = findAfternoon(bookings, today)
  const sold = new Set(bookings.map(({ departure }) => slotKey(departure)))
  return demoProducts
    .filter(({ terminalId }) => terminalId === TERMINAL)
    .flatMap((product) => findDepartures(product, date))
    .filter((one: DemoDeparture) => one.departAt > instantOf(date, BEGINS, ZONE) && !sold.has(slotKey(one)))
    .map((departure, index): PlannedBooking => {
      const at = addMinutes(departure.departAt, -random.between(26 * HOUR, 120 * HOUR))
      const facts = { key: `a${String(index)}`, number: 1500 + index, at, people: random.between(2, 4) }
      return {
        ...drawBooking(random, departure, facts),
        upgrades: index % 2 === 0 ? [{ id: WEATHER_COVER }] : [],
        channel: 'web',
        payment: { by: 'card', card: drawCard(random), declinedFirst: false },
      }
    })
}

/**
 * The wind closes the heliport for an afternoon. Who has weather cover takes the money; of the
 * others some fly another time, some take a voucher, and some have not answered yet.
 */
export function planCallOff(
  bookings: readonly PlannedBooking[],
  { seed, today }: SeasonDays,
  taken: Set<string>,
) {
  const random = createRandom(`${seed} / call-off`)
  const date = findAfternoon(bookings, today)
  const hit = bookings.filter((one) => !taken.has(one.key) && isHit(one, date))
  const [first] = hit.map(({ departure }) => departure.departAt).toSorted((a, b) => a.getTime() - b.getTime())
  if (!first) return undefined
  const departures = [...new Map(hit.map(({ departure }) => [slotKey(departure), departure])).values()]
  const at = addMinutes(first, -3 * HOUR)
  const choices = ['alternative', undefined, 'voucher'] as const
  let others = 0
  const answers: LaterStep[] = hit.flatMap(({ key, upgrades }) => {
    taken.add(key)
    const answered = addMinutes(at, random.between(2 * HOUR, 20 * HOUR))
    const covered = upgrades.some(({ id }) => id === WEATHER_COVER)
    const choice = covered ? ('refund' as const) : choices[others % choices.length]
    if (!covered) others += 1
    return choice ? [{ kind: 'answer' as const, at: answered, key, choice }] : []
  })
  return { callOff: { kind: 'call-off' as const, at, departures, note: NOTE }, answers }
}
