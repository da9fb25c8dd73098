import { getTimes } from 'suncalc'
import { type Coordinates, instantOf, toLocalDate } from './local-time.ts'

const MINUTE = 60_000

export interface DaylightTimes {
  /** Civil twilight begins: the sun is six degrees below the horizon. */
  dawn: Date | null
  sunrise: Date | null
  sunset: Date | null
  /** Civil twilight ends. */
  dusk: Date | null
}

/**
 * The daylight at a place on the calendar day of `at`, rounded to the minute like a sunset
 * departure.
 */
export function findDaylight(at: Date, place: Coordinates): DaylightTimes {
  const noon = instantOf(toLocalDate(at, place.timezone), '12:00', place.timezone)
  const { dawn, sunrise, sunset, dusk } = getTimes(noon, place.latitude, place.longitude)
  return { dawn: toMinute(dawn), sunrise: toMinute(sunrise), sunset: toMinute(sunset), dusk: toMinute(dusk) }
}

function toMinute(time: Date | null): Date | null {
  if (!time || Number.isNaN(time.getTime())) return null
  return new Date(Math.round(time.getTime() / MINUTE) * MINUTE)
}

export type FlightState = 'scheduled' | 'boarding' | 'departed' | 'landed' | 'delayed' | 'called_off'

/** The displayed status of a flight: as the operator set it, otherwise by the clock. */
export function shownFlightStatus(
  { status, departAt, arriveAt }: { status: FlightState; departAt: Date; arriveAt: Date },
  now: Date,
): FlightState {
  if (status === 'called_off' || status === 'landed' || status === 'delayed') return status
  if (arriveAt <= now) return 'landed'
  return departAt <= now ? 'departed' : status
}

/**
 * The date in New York by which photos of a flight are filed and named, wherever it left from (spec
 * section 9).
 */
export const photoDay = (departAt: Date): string => toLocalDate(departAt, 'America/New_York')
