import { sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { rawStatement } from '../../db/statement.ts'

const selectBooked = rawStatement<
  { departureIds: number[]; now: string },
  { parties: number; seats: number }
>(sql`
  select count(distinct h.order_id)::int as parties, coalesce(sum(h.seats), 0)::int as seats
  from unnest(${sql.placeholder('departureIds')}::int[]) d(id)
  cross join lateral (select id from ${slots} where departure_id = d.id and called_off_at is null
    and depart_at > ${sql.placeholder('now')}::timestamptz offset 0) s
  cross join lateral (select id from ${flights} where slot_id = s.id and status <> 'called_off'
    and seats_sold > 0 offset 0) f
  cross join lateral (select order_id, seats from ${holds} where flight_id = f.id
    and state = 'sold' offset 0) h`)

/** Counts the parties that are booked on flights to come of these departures, and their seats. */
export async function countBookedAhead(
  db: DbOrTx,
  departureIds: number[],
  now: Date,
): Promise<{ parties: number; seats: number }> {
  if (departureIds.length === 0) return { parties: 0, seats: 0 }
  const [counted] = await selectBooked(db, { departureIds, now: now.toISOString() })
  return counted ?? { parties: 0, seats: 0 }
}
