import { and, eq, gte, inArray, lte } from 'drizzle-orm'
import { type WeatherHoldFields } from '#contract/weather-hold.ts'
import { type DbOrTx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'

export type WeatherHoldRow = typeof weatherHolds.$inferSelect
type Span = Pick<WeatherHoldFields, 'terminal_id' | 'date' | 'from' | 'until'>

/** The open weather hold of the same terminal and day whose span has a minute in common with this one. */
export async function findOverlappingHold(
  db: DbOrTx,
  { terminal_id: terminalId, date, from, until }: Span,
): Promise<WeatherHoldRow | undefined> {
  const [row] = await db
    .select()
    .from(weatherHolds)
    .where(
      and(
        eq(weatherHolds.state, 'open'),
        eq(weatherHolds.terminalId, terminalId),
        eq(weatherHolds.localDate, date),
        lte(weatherHolds.fromTime, until),
        gte(weatherHolds.untilTime, from),
      ),
    )
    .orderBy(weatherHolds.id)
    .limit(1)
  return row
}

/** The slots of which an aircraft has left. */
export async function findLeft(db: DbOrTx, slotIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (slotIds.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: flights.slotId })
    .from(flights)
    .where(and(inArray(flights.slotId, [...slotIds]), inArray(flights.status, ['departed', 'landed'])))
  return new Set(rows.map(({ id }) => id))
}
