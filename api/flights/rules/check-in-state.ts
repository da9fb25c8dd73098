import { isBooked, type OrderStatus } from '#contract/enums.ts'
import { type CheckInState } from '#contract/check-in.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'
import { findStepProblem, isAhead } from './flight-steps.ts'

export interface CheckInFacts {
  status: OrderStatus
  /** The flight where the party has seats; undefined without any. */
  flight:
    { id: number; terminalId: number; localDate: string; status: FlightState; departAt: Date } | undefined
  /** Those who fly, and how many of them are checked in. */
  people: number
  checkedIn: number
}

/** Where people are checked in, and when. */
export interface CheckInPlace {
  /** Undefined where people of all flights of a day are checked in. */
  flight: { id: number; terminalId: number } | undefined
  /** The day of the flight, or today at the terminal of the party's flight. */
  localDate: string
  now: Date
}

/** The states of orders whose seats are not sold. */
const NOT_BOOKED: Partial<Record<OrderStatus, CheckInState>> = {
  awaiting_payment: 'unpaid',
  expired: 'expired',
  cancelled: 'cancelled',
  refunded: 'refunded',
}

/** Returns whether a party can be checked in at a place, or the first reason why it cannot. */
export function findCheckInState(
  { status, flight, people, checkedIn }: CheckInFacts,
  place: CheckInPlace,
): CheckInState {
  const unbooked = isBooked(status) ? undefined : NOT_BOOKED[status]
  if (unbooked !== undefined) return unbooked
  if (!flight) return 'no_flight'
  if (flight.status === 'called_off') return 'called_off'
  if (flight.localDate !== place.localDate) return 'other_day'
  if (place.flight && flight.terminalId !== place.flight.terminalId) return 'other_terminal'
  if (place.flight && flight.id !== place.flight.id) return 'other_flight'
  if (!isAhead(flight.status)) return 'left'
  if (people > 0 && checkedIn === people) return 'here'
  const { departAt } = flight
  const isEarly = findStepProblem('scheduled', 'boarding', { departAt, delayMins: 0, now: place.now })
  return isEarly === undefined ? 'ready' : 'too_early'
}
