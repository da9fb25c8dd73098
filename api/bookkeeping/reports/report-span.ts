import { type RawQuery } from '../../db/client.ts'
import { addDays, instantOf } from '../../rules/time/local-time.ts'

/** Calendar days of a time zone, both ends included. */
export interface ReportSpan {
  from: string
  to: string
  timezone: string
}

/** The start and the exclusive end of a period. */
export function instantsOf({ from, to, timezone }: ReportSpan): [Date, Date] {
  return [instantOf(from, '00:00', timezone), instantOf(addDays(to, 1), '00:00', timezone)]
}

/** The time zone of the shop's days: that of its first brand. */
export async function readShopZone(query: RawQuery): Promise<string> {
  const { rows } = await query('select time_zone from brands order by id limit 1')
  return String(rows[0]?.['time_zone'] ?? 'UTC')
}
