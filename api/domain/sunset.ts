import { getTimes } from 'suncalc'
import { instantOf } from './local-time.ts'

export interface SunPlace {
  latitude: number
  longitude: number
  timezone: string
}

const MINUTE = 60_000

/**
 * The sunset of a calendar day at a place, rounded to the minute so that every computation gives the same instant;
 * undefined where the sun does not set that day.
 */
export function findSunset(localDate: string, place: SunPlace): Date | undefined {
  const noon = instantOf(localDate, '12:00', place.timezone)
  const { sunset } = getTimes(noon, place.latitude, place.longitude)
  if (!sunset || Number.isNaN(sunset.getTime())) return undefined
  return new Date(Math.round(sunset.getTime() / MINUTE) * MINUTE)
}
