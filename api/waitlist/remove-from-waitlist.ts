import { and, eq } from 'drizzle-orm'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { endLapsedOffers, endOffer } from './end-waitlist-offers.ts'
import { findOpenOffer } from './find-waitlist-entry.ts'
import { serveDepartureWaitlist } from './serve-waitlist.ts'

export type RemovedFromWaitlist = { ok: true } | { ok: false; reason: 'not_found' | 'waitlist_answered' }

/**
 * Takes a party off the waitlist, as its own link does: an open offer ends, and its seats go to the
 * next party that fits. No mail is sent. Repeated it changes nothing.
 */
export async function removeFromWaitlist(
  deps: ApiDeps,
  entryId: number,
  by: AuditBy,
): Promise<RemovedFromWaitlist> {
  const { db } = deps.database
  const [found] = await db
    .select({ slotId: waitlistEntries.slotId })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, entryId))
  if (!found) return { ok: false, reason: 'not_found' }
  const removed = await db.transaction(async (tx): Promise<RemovedFromWaitlist> => {
    const now = deps.clock.now()
    await lockSlotRows(tx, [found.slotId])
    await releaseLapsedHolds(tx, [found.slotId], now)
    await endLapsedOffers(tx, found.slotId, now)
    const [entry] = await tx.select().from(waitlistEntries).where(eq(waitlistEntries.id, entryId))
    if (entry?.status === 'left') return { ok: true }
    if (entry?.status !== 'waiting' && entry?.status !== 'offered')
      return { ok: false, reason: 'waitlist_answered' }
    const offer = await findOpenOffer(tx, entryId)
    if (offer) await endOffer(tx, offer, { state: 'declined', status: 'left' }, now)
    await tx
      .update(waitlistEntries)
      .set({ status: 'left', endedAt: now })
      .where(and(eq(waitlistEntries.id, entryId), eq(waitlistEntries.status, 'waiting')))
    const before = { status: entry.status }
    await writeAudit(tx, by, { resource: 'waitlist_entries', id: entryId, before, after: { status: 'left' } })
    return { ok: true }
  })
  if (removed.ok) await serveDepartureWaitlist(deps, found.slotId)
  return removed
}
