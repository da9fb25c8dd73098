import { eq, sql } from 'drizzle-orm'
import { type DepartureCancellation } from '#contract/call-off.ts'
import { type Db } from '../db/client.ts'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { findWaitlistFlights } from '../waitlist/find-waitlist-flights.ts'

/** A departure cancellation as staff see it: what, why, and how many have chosen what. */
export async function readDepartureCancellation(
  db: Db,
  id: number,
): Promise<DepartureCancellation | undefined> {
  const [row] = await db.select().from(departureCancellations).where(eq(departureCancellations.id, id))
  const flight = row && (await findWaitlistFlights(db, [row.slotId])).get(row.slotId)
  if (!flight) return undefined
  const counted = await db
    .select({ state: rebookingOffers.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(rebookingOffers)
    .where(eq(rebookingOffers.callOffId, id))
    .groupBy(rebookingOffers.state)
  const countOf = (state: string) => counted.find((one) => one.state === state)?.count ?? 0
  return {
    id,
    reason: row.reason,
    note: row.note,
    flight,
    claims: {
      open: countOf('open'),
      moved: countOf('moved'),
      voucher: countOf('voucher'),
      refunded: countOf('refunded'),
      closed: countOf('closed'),
    },
    created_at: row.createdAt.toISOString(),
    done_at: row.doneAt?.toISOString() ?? null,
  }
}
