import { keepByText } from './keep-by-text.ts'
import { formatZone, toLocalDate } from './local-time.ts'

/**
 * ` EDT` for a time in the night of a clock change, before the day's other hours have `EST`; empty for
 * every other time. Without it 1:30 am would name two instants.
 */
export const formatNightZone = (instant: string, zone: string): string => nightZoneAt(`${instant} ${zone}`)

/** A page tells the time of each flight several times. */
const nightZoneAt = keepByText(2000, (asked) => {
  const [instant = '', zone = ''] = asked.split(' ')
  const [own, ofDay] = [instant, `${toLocalDate(instant, zone)}T17:00:00Z`].map((at) => formatZone(at, zone))
  return own === undefined || own === ofDay ? '' : ` ${own}`
})
