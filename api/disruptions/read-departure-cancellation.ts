import { eq, sql } from 'drizzle-orm'
import { type CallOff } from '#contract/call-off.ts'
import { type Db } from '../db/client.ts'
import { callOffs, rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { findWaitlistFlights } from '../waitlist/find-waitlist-flights.ts'

/** A call-off as the desk sees it: what, why, and how many have chosen what. */
export async function readCallOff(db: Db, id: number): Promise<CallOff | undefined> {
  const [row] = await db.select().from(callOffs).where(eq(callOffs.id, id))
  const flight = row && (await findWaitlistFlights(db, [row.slotId])).get(row.slotId)
  if (!flight) return undefined
  const counted = await db
    .select({ state: rescheduleClaims.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(rescheduleClaims)
    .where(eq(rescheduleClaims.callOffId, id))
    .groupBy(rescheduleClaims.state)
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
