import { addDays, instantOf, toLocalDate } from '../../rules/time/local-time.ts'
import { mondayOf } from '../rules/saved-span.ts'

/** When the mails of a Monday leave, by the clock of the shop. */
const MAILED_AT = '07:00'

/** The last Monday whose mails are due, by the shop's calendar. */
export function findLastDue(now: Date, timezone: string): string {
  const monday = mondayOf(toLocalDate(now, timezone))
  return now < instantOf(monday, MAILED_AT, timezone) ? addDays(monday, -7) : monday
}
