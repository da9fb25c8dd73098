import { OPA_LOCKA, VAN_NUYS } from '../../db/seed/demo-places.ts'
import { addDays, addMinutes } from '../../rules/time/local-time.ts'
import { findDepartures, findProduct } from './departures.ts'
import { drawBooking } from './draw-booking.ts'
import { type SeasonDays, slotKey } from './plan-bookings.ts'
import { createRandom } from './random.ts'
import { type HouseStep, type PlannedBooking, type SeasonStep } from './steps.ts'

const HOUR = 60
/** The owner's rule for a product that flies too empty, and how long before a flight it is decided. */
const FEWEST = 3
const DECIDED_MINS = 36 * HOUR
/** The first of these products with two free departures before it is decided gets the rule. */
const THIN_PRODUCTS = [13, 12, 8, 11]
const FEW = 2

/** What waits for a decision of the desk: whether they fly tomorrow, and whether so few are enough. */
export const planDecisions = (bookings: readonly PlannedBooking[], days: SeasonDays): SeasonStep[] => [
  ...planHolds(days),
  ...planThinFlights(bookings, days),
]

/** Tomorrow's noon on one coast and its evening on the other wait for the weather. */
const planHolds = ({ now, today }: SeasonDays): HouseStep[] =>
  [
    {
      ...{ terminalId: OPA_LOCKA, from: '11:30', until: '13:30', decideTime: '08:30' },
      note: 'Showers from the sea around noon',
    },
    {
      ...{ terminalId: VAN_NUYS, from: '20:00', until: '23:59', decideTime: '18:00' },
      note: 'Fog from the coast after dark',
    },
  ].map((hold, index) => ({
    ...{ kind: 'weather-hold', at: addMinutes(now, -65 + 20 * index), date: addDays(today, 1) },
    ...hold,
  }))

/**
 * Couples have booked flights of a product on which nobody else flies, and the owner has just given
 * it a fewest number of people: staff are asked about these flights.
 */
function planThinFlights(
  bookings: readonly PlannedBooking[],
  { seed, now, today }: SeasonDays,
): SeasonStep[] {
  const random = createRandom(`${seed} / thin`)
  const sold = new Set(bookings.map(({ departure }) => slotKey(departure)))
  const [until, from] = [addMinutes(now, DECIDED_MINS), addMinutes(now, 4 * HOUR)]
  const free = THIN_PRODUCTS.map((id) =>
    [0, 1, 2]
      .flatMap((day) => findDepartures(findProduct(id), addDays(today, day)))
      .filter((one) => one.departAt > from && one.departAt < until && !sold.has(slotKey(one))),
  ).find((departures) => departures.length >= FEW)
  if (!free) return []
  const couples = free.slice(-FEW).map((departure, index): PlannedBooking => {
    const at = addMinutes(now, -3 * 24 * HOUR - 95 * index)
    const facts = { key: `t${String(index)}`, number: 1440 + index, at, people: 2 }
    return {
      ...drawBooking(random, departure, facts),
      channel: 'web',
      payment: { by: 'card', card: 'pm_card_visa', declinedFirst: false },
    }
  })
  const productId = free[0]?.productId ?? 0
  const rule = { passengers: FEWEST, decidedMins: DECIDED_MINS }
  return [...couples, { kind: 'minimum', at: addMinutes(now, -100), productId, ...rule }]
}
