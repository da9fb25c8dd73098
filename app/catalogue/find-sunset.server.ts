import { getTimes } from 'suncalc'
import { toLocalDate, toLocalTime, formatZone } from '../format/local-time.ts'

interface Place {
  latitude: number
  longitude: number
  timezone: string
}

export interface Sunset {
  /** `YYYY-MM-DD` in the zone of the place. */
  date: string
  /** `HH:MM` in the zone of the place. */
  time: string
  at: string
  /** `EST` */
  zone: string
}

const HOUR = 3_600_000

/**
 * The sunset of the current day at a place, rounded to the minute. Undefined where the sun does not
 * set that day, or where the coordinates are unknown.
 */
export function findSunsetToday(now: Date, { latitude, longitude, timezone }: Place): Sunset | undefined {
  if (latitude === 0 && longitude === 0) return undefined
  const date = toLocalDate(now.toISOString(), timezone)
  // The calculation takes the noon of the day at the place, whatever the time is now.
  const [hours = 0, minutes = 0] = toLocalTime(now.toISOString(), timezone).split(':').map(Number)
  const noon = new Date(now.getTime() + (12 - hours - minutes / 60) * HOUR)
  const { sunset } = getTimes(noon, latitude, longitude)
  if (!sunset || Number.isNaN(sunset.getTime())) return undefined
  const at = new Date(Math.round(sunset.getTime() / 60_000) * 60_000).toISOString()
  return { date, time: toLocalTime(at, timezone), at, zone: formatZone(at, timezone) }
}
