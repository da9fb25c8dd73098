import { OPA_LOCKA, VAN_NUYS } from '../../db/seed/demo-places.ts'
import { addDays, addMinutes } from '../../rules/time/local-time.ts'
import { demoProducts } from './departures.ts'
import { type SeasonDays, slotKey } from './plan-bookings.ts'
import { type HouseStep, type PlannedBooking } from './steps.ts'

const HOUR = 60
/** The owner's rule for a product that flies too empty, and how long before a flight it is decided. */
const FEWEST = 3
const DECIDED_MINS = 36 * HOUR

/** What waits for a decision of the desk: whether they fly tomorrow, and whether so few are enough. */
export const planDecisions = (bookings: readonly PlannedBooking[], days: SeasonDays): HouseStep[] => [
  ...planHolds(days),
  ...planMinimum(bookings, days),
]

/** On both coasts the noon of tomorrow waits for the weather. */
const planHolds = ({ now, today }: SeasonDays): HouseStep[] =>
  [
    { terminalId: OPA_LOCKA, decideTime: '08:30', note: 'Showers from the sea around noon' },
    { terminalId: VAN_NUYS, decideTime: '07:30', note: 'Smoke in the valley, wind turns at ten' },
  ].map((hold, index) => ({
    ...{ kind: 'weather-hold', at: addMinutes(now, -65 + 20 * index), date: addDays(today, 1) },
    ...{ from: '11:30', until: '13:30' },
    ...hold,
  }))

/**
 * The owner has just given the product with most thin flights a fewest number of people: staff are
 * asked about each flight that has fewer and leaves soon.
 */
function planMinimum(bookings: readonly PlannedBooking[], { now }: SeasonDays): HouseStep[] {
  const thin = demoProducts
    .map(({ id, onlyWhole }) => ({ id, flights: onlyWhole ? 0 : countThin(bookings, id, now) }))
    .toSorted((a, b) => b.flights - a.flights || a.id - b.id)
  const [product] = thin
  if (!product || product.flights === 0) return []
  const at = addMinutes(now, -100)
  return [{ kind: 'minimum', at, productId: product.id, passengers: FEWEST, decidedMins: DECIDED_MINS }]
}

/** The flights of a product that leave soon, and were booked before it is decided, by too few. */
function countThin(bookings: readonly PlannedBooking[], productId: number, now: Date): number {
  const people = new Map<string, number>()
  for (const { departure, party, whole, payment, at } of bookings) {
    const { departAt } = departure
    const isAsked =
      departure.productId === productId &&
      departAt > addMinutes(now, HOUR) &&
      departAt < addMinutes(now, DECIDED_MINS) &&
      at < addMinutes(departAt, -DECIDED_MINS) &&
      payment.by !== 'nobody'
    if (!isAsked) continue
    const key = slotKey(departure)
    people.set(key, (people.get(key) ?? 0) + (whole ? FEWEST : party.length))
  }
  return [...people.values()].filter((count) => count < FEWEST).length
}
