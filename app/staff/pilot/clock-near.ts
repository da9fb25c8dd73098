import { toLocalTime } from '../../format/local-time.ts'

const MINUTE = 60_000
const DAY_MINUTES = 1440

const toMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/**
 * The instant of a clock time at a terminal that is nearest to another instant: a flight may end after
 * midnight.
 */
export function findInstant(clock: string, near: string, zone: string): string {
  const apart = toMinutes(clock) - toMinutes(toLocalTime(near, zone))
  const days = Math.round(apart / DAY_MINUTES)
  const at = Math.floor(Date.parse(near) / MINUTE) + apart - days * DAY_MINUTES
  return new Date(at * MINUTE).toISOString()
}
