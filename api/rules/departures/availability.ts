import { type DepartureMinimum } from './departure-minimum.ts'
import { type FlightState } from '../time/flight-day.ts'
import {
  addDays,
  addMinutes,
  type Coordinates,
  type DateException,
  type DepartureRule,
  findDepartAt,
  findOccurrence,
  toLocalDate,
} from '../time/local-time.ts'

/** A departure on a day that already has a row: its times are frozen. */
export interface SlotState {
  departAt: Date
  arriveAt: Date
  /** The operator cancelled it, so nothing of it is sold any more. */
  isCancelled?: boolean
  /** Staff do not know yet whether the weather lets it fly: nothing of it is sold meanwhile. */
  isOnWeatherHold?: boolean
  /** `left`: the aircraft is in the air or has landed. */
  flights: (FlightLoad & {
    aircraftId: number
    isCancelled: boolean
    left: boolean
    isBoarding?: boolean
  })[]
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
  /**
   * What its seats are sold for, as a key: departures with the same key cost the same and take the same
   * codes and gift cards. Without it no party is divided over the departure and another one.
   */
  soldFor?: string
}

/** The timetable of one product and what is sold of it. */
export interface Timetable<Rule extends PlacedRule> {
  availability: 'available' | 'sold_out' | 'coming_soon' | 'paused'
  flightDurationMins: number
  /** Staff sell longer than the shop, so it depends on who asks. */
  salesCloseMins: number
  salesWindowDays: number
  /** The zone of the product, which decides its calendar. */
  timezone: string
  /** Seats of each departure that are not offered to whoever asks. */
  seatsHeldBack: number
  /** What a departure needs to leave; undefined for staff, who may sell what has less. */
  minimum?: DepartureMinimum | undefined
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

/**
 * The departures of one day as each of them stood when it left: those that are over are not in the
 * sales window any more.
 */
export function listDepartedOn<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  localDate: string,
): OfferedDeparture<Rule>[] {
  if (timetable.availability !== 'available') return []
  return timetable.rules.flatMap((rule) => {
    const departAt = findDepartAt(rule, localDate, rule.place)
    return (departAt && findDeparture(timetable, rule, localDate, departAt)) ?? []
  })
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
  const room = getDepartureRoom(flights, free, timetable.seatsHeldBack)
  const salesCloseAt = addMinutes(departAt, -closeMins(timetable, flights))
  return {
    rule,
    localDate,
    departAt,
    arriveAt,
    salesCloseAt,
    // An aircraft may board and leave before its time.
    closed:
      salesCloseAt <= now ||
      slot?.isOnWeatherHold === true ||
      flights.some(({ left, isBoarding }) => left || isBoarding),
    room: timetable.availability === 'sold_out' ? withoutRoom(room) : room,
  }
}

/** Nobody joins a departure of which it was decided that it has too few; what has enough is sold on. */
function closeMins(
  { salesCloseMins, minimum }: Pick<Timetable<PlacedRule>, 'salesCloseMins' | 'minimum'>,
  flights: readonly FlightLoad[],
): number {
  if (!minimum) return salesCloseMins
  const taken = flights.reduce((sum, { seatsTaken }) => sum + seatsTaken, 0)
  return taken >= minimum.passengers ? salesCloseMins : Math.max(salesCloseMins, minimum.decidedMins)
}

/** The aircraft that no other departure needs until this one has landed and turned around. */
export function freeAircraft<Rule extends PlacedRule>(
  timetable: Timetable<Rule>,
  rule: Rule,
  when: { departAt: Date; arriveAt: Date },
): BaseAircraft[] {
  const departAt = when.departAt.getTime()
  const spans = spansByAircraft(timetable.busy)
  return rule.aircraft.filter(({ id, turnaroundMins }) => {
    const readyAt = addMinutes(when.arriveAt, turnaroundMins).getTime()
    return latestEndBefore(spans.get(id) ?? [], readyAt) <= departAt
  })
}

/** A busy span with the latest end of those that begin no later, in milliseconds. */
interface SortedSpan {
  from: number
  latestEnd: number
}

/** Kept per list, because a calendar asks it for each departure of a year. */
const sortedSpans = new WeakMap<readonly BusySpan[], ReadonlyMap<number, SortedSpan[]>>()

/** The spans of each aircraft in the order in which they begin. */
function spansByAircraft(busy: readonly BusySpan[]): ReadonlyMap<number, SortedSpan[]> {
  const known = sortedSpans.get(busy)
  if (known) return known
  const made = new Map<number, SortedSpan[]>()
  for (const { aircraftId, from, until } of busy.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const own = made.get(aircraftId) ?? []
    made.set(aircraftId, own)
    const latestEnd = Math.max(until.getTime(), own.at(-1)?.latestEnd ?? -Infinity)
    own.push({ from: from.getTime(), latestEnd })
  }
  sortedSpans.set(busy, made)
  return made
}

/** When the last of the spans that begin before an instant ends. */
function latestEndBefore(spans: readonly SortedSpan[], before: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.from ?? Infinity) < before) low = middle + 1
    else high = middle
  }
  return spans[low - 1]?.latestEnd ?? -Infinity
}

/** Whether a party can book a departure, and why not. */
export function getDepartureStatus(
  departure: Pick<OfferedDeparture<PlacedRule>, 'closed' | 'room'>,
  party: PartySize,
): RoomStatus | 'closed' {
  return departure.closed ? 'closed' : getRoomStatus(departure.room, party)
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
  const { onlyDate } = rule
  if (onlyDate !== undefined && (onlyDate < fromDate || onlyDate > untilDate)) return false
  const last = onlyDate ?? untilDate
  for (let date = onlyDate ?? fromDate; date <= last; date = addDays(date, 1)) {
    const departure = findDeparture(timetable, rule, date, now)
    if (departure && getDepartureStatus(departure, party) === 'open') return true
  }
  return false
}

/** What can still be sold of one departure. */
export interface DepartureRoom {
  /** Passengers one aircraft takes. */
  capacity: number
  /** Seats left on the one aircraft that sells single seats: the largest party that fits. */
  seatsLeft: number
  /** Aircraft that can be sold whole: none as soon as one seat is taken. */
  wholeFlights: number
  /** How many of the taken seats staff sold. */
  staffSeats?: number
  /** The free seats and payload of each aircraft that the party may board. */
  aircraft: readonly AircraftRoom[]
}

/** What one aircraft can still take. */
export interface AircraftRoom {
  /** The aircraft itself, where it is known. */
  id?: number | undefined
  seats: number
  payloadLbs: number
  /** The seats of an aircraft with nobody on it that only staff sell. */
  heldBack?: number
}

/** The same departure with nothing left to sell. */
export const withoutRoom = (room: DepartureRoom): DepartureRoom => ({
  ...room,
  seatsLeft: 0,
  wholeFlights: 0,
  aircraft: [],
})

/**
 * The room of a slot. Single seats are sold on one aircraft only: a party sits on two only where it
 * chooses two departures (`two-aircraft.ts`). Whole aircraft are sold only while nobody is on any. A
 * passenger without a stated weight
 * counts as `ASSUMED_WEIGHT_LBS`.
 * @param loads the aircraft already on the slot, without cancelled ones
 * @param free what the aircraft can take that may fly the slot and are not busy elsewhere,
 * including those of `loads`
 * @param heldBack seats that are not offered to whoever asks. A whole aircraft would take them, too,
 * so none is offered.
 */
export function getDepartureRoom(
  loads: readonly (FlightLoad & { aircraftId?: number })[],
  free: readonly { id?: number; capacity: number; maxWeightLbs: number }[],
  heldBack = 0,
): DepartureRoom {
  const taken = loads.find((load) => load.seatsTaken > 0)
  if (taken) {
    const { capacity } = taken
    const kept = heldBackLeft(heldBack, taken)
    const room = { id: taken.aircraftId, seats: freeSeats(taken, kept), payloadLbs: payloadLeft(taken) }
    const { staffSeats = 0 } = taken
    const seatsLeft = seatsLeftOn(taken, kept)
    return { capacity, seatsLeft, wholeFlights: 0, staffSeats, aircraft: [room] }
  }
  return {
    capacity: free[0]?.capacity ?? 0,
    seatsLeft: Math.max(0, ...free.map((one) => seatsLeftOn(emptyLoad(one), heldBack))),
    wholeFlights: heldBack === 0 && wholeFlightPossible(loads) ? free.length : 0,
    aircraft: free.map((one) => ({
      id: one.id,
      seats: freeSeats(emptyLoad(one), heldBack),
      payloadLbs: one.maxWeightLbs,
      heldBack,
    })),
  }
}

const freeSeats = ({ capacity, seatsTaken }: FlightLoad, kept: number): number =>
  Math.max(0, capacity - seatsTaken - kept)

/** What is still held back: seats that staff sold use it up. */
export const heldBackLeft = (heldBack: number, { staffSeats = 0 }: Pick<FlightLoad, 'staffSeats'>): number =>
  Math.max(0, heldBack - staffSeats)

function seatsLeftOn(load: FlightLoad, kept: number): number {
  let seats = freeSeats(load, kept)
  while (seats > 0 && !partyFits(load, seats, seats * ASSUMED_WEIGHT_LBS)) seats -= 1
  return seats
}

export interface PartySize {
  quantityType: 'seat' | 'flight'
  /** The number of people. */
  quantity: number
  /** The weights of the people, as far as they are stated. */
  weights?: readonly (number | null)[] | undefined
  /** Additional seats, for passengers who need two. */
  secondSeats?: number | undefined
}

/**
 * `open`: the party can book; `sold_out`: nothing is left of what it wants; `too_few`: some seats
 * are left, but not enough; `too_heavy`: enough seats are left, but the aircraft cannot carry the
 * weight.
 */
export type RoomStatus = 'open' | 'sold_out' | 'too_few' | 'too_heavy'

export function getRoomStatus(room: DepartureRoom, party: PartySize): RoomStatus {
  const seats = party.quantity + (party.secondSeats ?? 0)
  const aircraft = wholeFlightsNeeded(seats, Math.max(1, room.capacity))
  const [wanted, left] =
    party.quantityType === 'seat' ? [seats, seatsFor(room, party)] : [aircraft, room.wholeFlights]
  if (left <= 0) return 'sold_out'
  if (wanted > left) return 'too_few'
  return canCarry(room, party, party.quantityType === 'seat' ? seats : undefined, aircraft)
    ? 'open'
    : 'too_heavy'
}

/** When the weights are known, the payload is checked by itself and not by assumed weights. */
const seatsFor = (room: DepartureRoom, { weights }: PartySize) =>
  weights ? Math.max(0, ...room.aircraft.map(({ seats }) => seats)) : room.seatsLeft

function canCarry(
  room: DepartureRoom,
  { quantity, weights }: PartySize,
  seats: number | undefined,
  aircraft: number,
): boolean {
  if (!weights) return true
  const weight = partyWeight(quantity, weights)
  if (seats !== undefined) {
    return room.aircraft.some((one) => one.seats >= seats && one.payloadLbs >= weight)
  }
  const strong = room.aircraft.filter((one) => one.payloadLbs >= Math.ceil(weight / aircraft))
  return strong.length >= aircraft
}

/**
 * The assumed weight of a passenger until their own is known: 190 lb, the standard figure for an
 * adult with clothing. It keeps a flight without stated weights within its limit (4 × 190 = 760 of
 * 900 lb, 6 × 190 = 1,140 of 1,350 lb). The real weights are checked when they are entered and on
 * the scale at check-in.
 */
export const ASSUMED_WEIGHT_LBS = 190

/**
 * The second seats of a party: a passenger above the limit of a seat's harness needs two seats.
 * @param declared weights in pounds; a passenger without a stated weight needs one seat
 */
export function secondSeatsFor(
  seats: number,
  declared: readonly (number | null | undefined)[],
  seatLimitLbs: number,
): number {
  return declared.slice(0, seats).filter((weight) => (weight ?? 0) > seatLimitLbs).length
}

/**
 * The counted weight of a party in pounds: stated weights, and the assumed weight for everybody
 * else.
 * @param seats size of the party
 * @param declared weights in pounds, at most one per seat
 */
export function partyWeight(seats: number, declared: readonly (number | null | undefined)[]): number {
  const known = declared.slice(0, seats).filter((weight): weight is number => typeof weight === 'number')
  return known.reduce((sum, weight) => sum + weight, 0) + (seats - known.length) * ASSUMED_WEIGHT_LBS
}

/** One aircraft on a slot, with its sold and held load. */
export interface FlightLoad {
  capacity: number
  maxWeightLbs: number
  seatsTaken: number
  weightTakenLbs: number
  /** How many of the taken seats staff sold; needed only where seats are held back. */
  staffSeats?: number
}

interface AircraftLimits {
  id: number
  capacity: number
  maxWeightLbs: number
}

/**
 * The step to which the remaining payload of an occupied aircraft is rounded down. Otherwise a
 * stranger could find out a passenger's exact weight by trying which weight still fits.
 */
const PAYLOAD_STEP_LBS = 50

/**
 * The weight that a further party may bring: all of an empty aircraft, otherwise the remaining
 * payload in whole steps.
 */
export function payloadLeft({ seatsTaken, maxWeightLbs, weightTakenLbs }: FlightLoad): number {
  if (seatsTaken === 0) return maxWeightLbs
  return Math.max(0, Math.floor((maxWeightLbs - weightTakenLbs) / PAYLOAD_STEP_LBS) * PAYLOAD_STEP_LBS)
}

/** A party fits only together on one aircraft, by seats and by weight. */
export function partyFits(load: FlightLoad, seats: number, weightLbs: number): boolean {
  return load.seatsTaken + seats <= load.capacity && weightLbs <= payloadLeft(load)
}

/** An aircraft without passengers. */
export function emptyLoad({ capacity, maxWeightLbs }: Omit<AircraftLimits, 'id'>): FlightLoad {
  return { capacity, maxWeightLbs, seatsTaken: 0, weightTakenLbs: 0 }
}

/** The number of whole aircraft for a party: ceil(quantity / capacity), spec section 9. */
export function wholeFlightsNeeded(party: number, capacity: number): number {
  return Math.ceil(party / capacity)
}

/** Whole flights are sold only while every aircraft of the slot is empty. */
export function wholeFlightPossible(loads: readonly FlightLoad[]): boolean {
  return loads.every(({ seatsTaken }) => seatsTaken === 0)
}

/**
 * Spreads a party's weight over several aircraft as evenly as whole pounds allow; the parts sum to
 * the whole.
 */
export function spreadWeight(weightLbs: number, aircraft: number): number[] {
  const each = Math.floor(weightLbs / aircraft)
  const rest = weightLbs % aircraft
  return Array.from({ length: aircraft }, (_, index) => each + (index < rest ? 1 : 0))
}

/** `LR-0042`; further aircraft of the same slot are `LR-0042B`, `LR-0042C`, … */
export function flightCode(slotId: number, position: number): string {
  const letter = position === 0 ? '' : String.fromCharCode(65 + (position % 26))
  return `LR-${String(slotId).padStart(4, '0')}${letter}`
}

/** Why held seats can no longer be bought. */
export type SaleObstacle = 'called_off' | 'flight_closed' | 'out_of_limits'

/** The facts of a held flight that decide whether its seats may be sold. */
export interface HeldFlight {
  status: FlightState
  departAt: Date
  /** Its departure is not sold until staff know whether it flies. */
  isOnWeatherHold: boolean
  /** The minutes before departure at which sales end for whoever sold the seats. */
  salesCloseMins: number
  maxWeightLbs: number
  /** The total weight of all paid passengers. */
  soldLbs: number
}

export interface HeldSeats {
  flightId: number
  weightLbs: number
  expiresAt: Date
  /** A payment is open for the seats, so the hold does not end by the clock. */
  paymentOpen: boolean
  flight: HeldFlight
}

/** The flight has left, whatever its timetable says. */
export const hasDeparted = (status: FlightState): boolean => status === 'departed' || status === 'landed'

/** The passengers board or have left, so nobody is added, whatever the timetable says. */
export const isPastSale = (status: FlightState): boolean => status === 'boarding' || hasDeparted(status)

/** From this instant on nobody buys a seat that was not held before. */
export const salesEnd = ({
  departAt,
  salesCloseMins,
}: Pick<HeldFlight, 'departAt' | 'salesCloseMins'>): Date => addMinutes(departAt, -salesCloseMins)

/**
 * Why the held seats of an order may not be paid for. Seats held in time may be paid until the
 * flight's departure time; a lapsed hold can be renewed only while the departure is on sale. Seats
 * on an aircraft that has become too heavy are not sold.
 */
export function findSaleObstacle(held: readonly HeldSeats[], now: Date): SaleObstacle | undefined {
  if (held.some(({ flight }) => flight.status === 'called_off')) return 'called_off'
  const closed = held.some(({ flight, expiresAt, paymentOpen }) => {
    const lapsed = !paymentOpen && expiresAt <= now
    const isSaleOver = () => flight.isOnWeatherHold || salesEnd(flight) <= now
    return hasDeparted(flight.status) || flight.departAt <= now || (lapsed && isSaleOver())
  })
  if (closed) return 'flight_closed'
  const isTooHeavy = ({ flightId, flight }: HeldSeats) => {
    const own = held.reduce((sum, one) => sum + (one.flightId === flightId ? one.weightLbs : 0), 0)
    return flight.soldLbs + own > flight.maxWeightLbs
  }
  return held.some(isTooHeavy) ? 'out_of_limits' : undefined
}
