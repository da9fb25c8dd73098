import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { slots } from '../db/schema/inventory.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { serveDepartureWaitlist } from './serve-waitlist.ts'

const BATCH = 500

/**
 * Serves all waitlists with a waiting entry or an expired offer, the soonest departure first. It
 * finds free seats by reading the slots, so it does not matter why they became free. A waitlist
 * that fails does not stop the others.
 */
export async function serveWaitlists(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const { db } = deps.database
  const over = db
    .select({ one: sql`1` })
    .from(waitlistOffers)
    .where(
      and(
        eq(waitlistOffers.entryId, waitlistEntries.id),
        eq(waitlistOffers.state, 'open'),
        lte(waitlistOffers.expiresAt, now),
      ),
    )
  const lines = db
    .select({ slotId: waitlistEntries.slotId })
    .from(waitlistEntries)
    .where(
      or(
        eq(waitlistEntries.status, 'waiting'),
        and(eq(waitlistEntries.status, 'offered'), sql`exists (${over})`),
      ),
    )
  const due = await db
    .select({ id: slots.id })
    .from(slots)
    .where(inArray(slots.id, lines))
    .orderBy(asc(slots.departAt), asc(slots.id))
    .limit(BATCH)
  for (const { id } of due) {
    try {
      await serveDepartureWaitlist(deps, id)
    } catch (error) {
      deps.log.error({ err: error, slot: id }, 'a waitlist could not be served')
    }
  }
}
