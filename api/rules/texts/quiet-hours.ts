import { addDays, instantOf, toLocalDate, toLocalTime } from '../time/local-time.ts'

/** Wall-clock times 'HH:MM' between which nobody is texted; over midnight when `from` is later. */
export interface QuietHours {
  from: string
  until: string
}

/** The flights that are so near that a text about them never waits. */
export const NEAR_FLIGHT_MS = 24 * 3_600_000

/**
 * When the quiet hours of a zone end; undefined while they are not on. In the night in which an end
 * occurs twice, they end the first time.
 */
export function findQuietEnd(now: Date, timezone: string, quiet: QuietHours | undefined): Date | undefined {
  if (!quiet || quiet.from === quiet.until) return undefined
  const { from, until } = quiet
  const time = toLocalTime(now, timezone)
  const overnight = from > until
  const isQuiet = overnight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return undefined
  const day = toLocalDate(now, timezone)
  const end = instantOf(overnight && time >= from ? addDays(day, 1) : day, until, timezone)
  return end > now ? end : undefined
}

/** Whether one of the flights leaves within the next 24 hours. */
export const hasNearFlight = (departures: readonly Date[], now: Date): boolean =>
  departures.some((at) => at.getTime() >= now.getTime() && at.getTime() <= now.getTime() + NEAR_FLIGHT_MS)
