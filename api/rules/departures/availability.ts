import {
  type DepartureRoom,
  getDepartureRoom,
  getRoomStatus,
  type PartySize,
  type RoomStatus,
  withoutRoom,
} from './departure-room.ts'
import { addDays, addMinutes, toLocalDate } from '../time/local-time.ts'
import { type FlightLoad } from '../seats/seat-room.ts'
import { type Coordinates } from '../time/sunset.ts'
import { type DateException, type DepartureRule, findOccurrence } from '../time/timetable.ts'

/** A departure on a day that already has a row: its times are frozen. */
export interface SlotState {
  departAt: Date
  arriveAt: Date
  /** The operator cancelled it, so nothing of it is sold any more. */
  isCancelled?: boolean
  /** `left`: the aircraft is in the air or has landed. */
  flights: (FlightLoad & { aircraftId: number; isCancelled: boolean; left: boolean })[]
}

/** The key of a departure on a day. */
export const slotKey = (departureId: number, localDate: string) => `${String(departureId)}/${localDate}`

export interface BaseAircraft {
  id: number
  capacity: number
  maxWeightLbs: number
  turnaroundMins: number
}

/** An aircraft is busy from `from` until it is ready again. */
export interface BusySpan {
  aircraftId: number
  from: Date
  until: Date
}

/** A departure rule with its terminal and the aircraft based there that could fly it. */
export interface PlacedRule extends DepartureRule {
  place: Coordinates & { id: number }
  aircraft: readonly BaseAircraft[]
}

/** The timetable of one product and what is sold of it. */
export interface Timetable<Rule extends PlacedRule> {
  availability: 'available' | 'sold_out' | 'coming_soon' | 'paused'
  flightDurationMins: number
  salesCloseMins: number
  salesWindowDays: number
  /** The zone of the product, which decides its calendar. */
  timezone: string
  rules: readonly Rule[]
  exceptions: readonly DateException[]
  /** Keyed by `slotKey`. */
  slots: ReadonlyMap<string, SlotState>
  busy: readonly BusySpan[]
}

export interface OfferedDeparture<Rule extends PlacedRule> {
  rule: Rule
  localDate: string
  departAt: Date
  arriveAt: Date
  /** From this instant on the departure is no longer sold. */
  salesCloseAt: Date
  closed: boolean
  room: DepartureRoom
}

/** The first and the last day on sale, by the product's terminal. */
export function getSalesWindow(
  timetable: Pick<Timetable<PlacedRule>, 'timezone' | 'salesWindowDays'>,
  now: Date,
): { fromDate: string; untilDate: string } {
  const fromDate = toLocalDate(now, timetable.timezone)
  return { fromDate, untilDate: addDays(fromDate, timetable.salesWindowDays) }
}

/**
 * The departures of one day, in order of time. Sold-out and closed ones are included; cancelled
 * ones are not, nor those for which every aircraft is busy.
 */
export function listDepartures<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  localDate: string,
  now: Date,
): OfferedDeparture<Rule>[] {
  const { fromDate, untilDate } = getSalesWindow(timetable, now)
  if (localDate < fromDate || localDate > untilDate) return []
  if (timetable.availability === 'paused' || timetable.availability === 'coming_soon') return []
  return timetable.rules
    .flatMap((rule) => findDeparture(timetable, rule, localDate, now) ?? [])
    .toSorted((a, b) => a.departAt.getTime() - b.departAt.getTime() || a.rule.id - b.rule.id)
}

function findDeparture<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  rule: Rule,
  localDate: string,
  now: Date,
): OfferedDeparture<Rule> | undefined {
  const computed = findOccurrence(rule, localDate, rule.place, timetable.exceptions, now)
  if (!computed) return undefined
  const slot = timetable.slots.get(slotKey(rule.id, localDate))
  if (slot?.isCancelled) return undefined
  const departAt = slot?.departAt ?? computed
  const arriveAt = slot?.arriveAt ?? addMinutes(departAt, timetable.flightDurationMins)
  const flights = slot?.flights.filter((flight) => !flight.isCancelled) ?? []
  if (slot && slot.flights.length > 0 && flights.length === 0) return undefined

  const free = freeAircraft(timetable, rule, { departAt, arriveAt })
  const taken = flights.some((flight) => flight.seatsTaken > 0)
  if (!taken && free.length === 0) return undefined
  const room = getDepartureRoom(flights, free)
  const salesCloseAt = addMinutes(departAt, -timetable.salesCloseMins)
  return {
    rule,
    localDate,
    departAt,
    arriveAt,
    salesCloseAt,
    // An aircraft may have left before its time.
    closed: salesCloseAt <= now || flights.some((flight) => flight.left),
    room: timetable.availability === 'sold_out' ? withoutRoom(room) : room,
  }
}

/** The aircraft that no other departure needs until this one has landed and turned around. */
function freeAircraft<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  rule: Rule,
  when: { departAt: Date; arriveAt: Date },
): BaseAircraft[] {
  return rule.aircraft.filter((aircraft) => {
    const readyAt = addMinutes(when.arriveAt, aircraft.turnaroundMins)
    return !timetable.busy.some(
      (span) => span.aircraftId === aircraft.id && span.from < readyAt && span.until > when.departAt,
    )
  })
}

/** Whether a party can book a departure, and why not. */
export function getDepartureStatus(
  departure: Pick<OfferedDeparture<PlacedRule>, 'closed' | 'room'>,
  party: PartySize,
): RoomStatus | 'closed' {
  return departure.closed ? 'closed' : getRoomStatus(departure.room, party)
}

/**
 * The status of a day. `none`: nothing flies; `past`: sales have ended for every departure; `full`:
 * nothing is left for this party.
 */
export function getDayStatus(
  departures: readonly Pick<OfferedDeparture<PlacedRule>, 'closed' | 'room'>[],
  party: PartySize,
  isPast: boolean,
): 'open' | 'full' | 'none' | 'past' {
  if (isPast) return 'past'
  if (departures.length === 0) return 'none'
  const statuses = departures.map((departure) => getDepartureStatus(departure, party))
  if (statuses.includes('open')) return 'open'
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

/** A party that fits no aircraft needs no search through a year. */
function couldEverFit(timetable: Timetable<PlacedRule>, party: PartySize): boolean {
  return timetable.rules.some((rule) => getRoomStatus(getDepartureRoom([], rule.aircraft), party) === 'open')
}

/**
 * Whether a departure rule has a departure in the sales window that the party can book. Sold-out,
 * closed, cancelled and excepted days do not count.
 */
export function isOnSale<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  rule: Rule,
  party: PartySize,
  now: Date,
): boolean {
  if (timetable.availability !== 'available') return false
  const { fromDate, untilDate } = getSalesWindow(timetable, now)
  for (let date = fromDate; date <= untilDate; date = addDays(date, 1)) {
    const departure = findDeparture(timetable, rule, date, now)
    if (departure && getDepartureStatus(departure, party) === 'open') return true
  }
  return false
}
