import { and, eq } from 'drizzle-orm'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { endLapsedOffers, endOffer } from './end-waitlist-offers.ts'
import { findOpenOffer, findWaitlistEntry } from './find-waitlist-entry.ts'
import { serveDepartureWaitlist } from './serve-waitlist.ts'

type Left = { ok: true } | { ok: false; reason: 'not_found' }

/**
 * Leaves the waitlist; offered seats go to the next entry at once. Leaving again changes nothing.
 */
export async function leaveWaitlist(deps: ApiDeps, token: string): Promise<Left> {
  const { db } = deps.database
  const found = await findWaitlistEntry(db, token)
  if (!found) return { ok: false, reason: 'not_found' }
  await db.transaction(async (tx) => {
    const now = deps.clock.now()
    await lockSlotRows(tx, [found.slotId])
    await releaseLapsedHolds(tx, [found.slotId], now)
    await endLapsedOffers(tx, found.slotId, now)
    const offer = await findOpenOffer(tx, found.id)
    if (offer) await endOffer(tx, offer, { state: 'declined', status: 'left' }, now)
    await tx
      .update(waitlistEntries)
      .set({ status: 'left', endedAt: now })
      .where(and(eq(waitlistEntries.id, found.id), eq(waitlistEntries.status, 'waiting')))
  })
  await serveDepartureWaitlist(deps, found.slotId)
  return { ok: true }
}
