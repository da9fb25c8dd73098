import { getTimes } from 'suncalc'
import { instantOf } from './local-time.ts'

export interface Coordinates {
  latitude: number
  longitude: number
  timezone: string
}

const MINUTE = 60_000
/** The size of the cache: some years at each terminal. Null where the sun does not set. */
const KEPT_SUNSETS = 10_000
const sunsets = new Map<string, number | null>()

/**
 * The sunset of a calendar day at a place, rounded to the minute so that every computation gives
 * the same instant; undefined where the sun does not set that day.
 */
export function findSunset(localDate: string, place: Coordinates): Date | undefined {
  const key = `${localDate} ${String(place.latitude)} ${String(place.longitude)} ${place.timezone}`
  const known = sunsets.get(key)
  if (known !== undefined) return known === null ? undefined : new Date(known)
  const sunset = computeSunset(localDate, place)
  if (sunsets.size >= KEPT_SUNSETS) sunsets.clear()
  sunsets.set(key, sunset?.getTime() ?? null)
  return sunset
}

function computeSunset(localDate: string, place: Coordinates): Date | undefined {
  const noon = instantOf(localDate, '12:00', place.timezone)
  const { sunset } = getTimes(noon, place.latitude, place.longitude)
  if (!sunset || Number.isNaN(sunset.getTime())) return undefined
  return new Date(Math.round(sunset.getTime() / MINUTE) * MINUTE)
}
