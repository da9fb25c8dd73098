import { addDays } from '../time/local-time.ts'
import {
  getDepartureRoom,
  getDepartureStatus,
  getRoomStatus,
  getSalesWindow,
  listDepartures,
  type PartySize,
  type PlacedRule,
  type Timetable,
} from './availability.ts'
import { findTwoAircraft, type PairableDeparture } from './two-aircraft.ts'

/**
 * The status of a day. `none`: nothing flies; `past`: sales have ended for every departure; `full`:
 * nothing is left for this party.
 */
export function getDayStatus(
  departures: readonly PairableDeparture[],
  party: PartySize,
  isPast: boolean,
): 'open' | 'full' | 'none' | 'past' {
  if (isPast) return 'past'
  if (departures.length === 0) return 'none'
  const statuses = departures.map((departure) => getDepartureStatus(departure, party))
  if (statuses.includes('open') || findTwoAircraft(departures, party).size > 0) return 'open'
  return statuses.every((status) => status === 'closed') ? 'past' : 'full'
}

/**
 * The first day from `fromDate` on with a departure that the party can book; undefined when the
 * sales window has none.
 */
export function findOpenDate<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  party: PartySize,
  fromDate: string,
  now: Date,
): string | undefined {
  if (!couldEverFit(timetable, party)) return undefined
  const window = getSalesWindow(timetable, now)
  let date = fromDate > window.fromDate ? fromDate : window.fromDate
  for (; date <= window.untilDate; date = addDays(date, 1)) {
    const departures = listDepartures(timetable, date, now)
    if (getDayStatus(departures, party, false) === 'open') return date
  }
  return undefined
}

/** A party that fits no aircraft, and no two, needs no search through a year. */
function couldEverFit(timetable: Timetable<PlacedRule>, party: PartySize): boolean {
  const { quantityType, quantity } = party
  // The larger part of a divided party is half of it at least.
  const least =
    quantityType === 'seat' && quantity > 1 ? { quantityType, quantity: Math.ceil(quantity / 2) } : party
  return timetable.rules.some(
    ({ aircraft }) =>
      getRoomStatus(getDepartureRoom([], aircraft, timetable.seatsHeldBack), least) === 'open',
  )
}
