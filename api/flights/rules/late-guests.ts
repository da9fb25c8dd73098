import { addMinutes } from '../../rules/time/local-time.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'
import { isAhead } from './flight-steps.ts'

interface LateRule {
  /** When the flight is expected to leave. */
  departAt: Date
  /** Check-in time is this many minutes before. */
  checkInMins: number
  /** Guests count as late this many minutes before departure; null for from check-in time on. */
  lateMins: number | null
}

/** From when on guests who are awaited count as late. */
export const findLateFrom = ({ departAt, checkInMins, lateMins }: LateRule): Date =>
  addMinutes(departAt, -(lateMins ?? checkInMins))

/** Whether guests who are awaited count as late now; of a flight that has left nobody is awaited. */
export const areGuestsLate = ({ status, ...rule }: LateRule & { status: FlightState }, now: Date): boolean =>
  findLateFrom(rule) <= now && isAhead(status)
