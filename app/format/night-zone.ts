import { formatZone, toLocalDate } from './local-time.ts'

/**
 * ` EDT` for a time in the night of a clock change, before the day's other hours have `EST`; empty for
 * every other time. Without it 1:30 am would name two instants.
 */
export function formatNightZone(instant: string, zone: string): string {
  const [own, ofDay] = [instant, `${toLocalDate(instant, zone)}T17:00:00Z`].map((at) => formatZone(at, zone))
  return own === undefined || own === ofDay ? '' : ` ${own}`
}
