import { and, eq, inArray, lte, or } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { releaseOfferSeats } from '../seats/hold-seats-for-offer.ts'

type Ending = { state: 'declined'; status: 'declined' | 'left' } | { state: 'expired'; status: 'lapsed' }

/**
 * Ends an open offer: releases its seats and sets the state of its entry, if it has one. The slot
 * must be locked.
 */
export async function endOffer(
  tx: Tx,
  offer: { id: number; entryId: number | null },
  { state, status }: Ending,
  now: Date,
): Promise<void> {
  await releaseOfferSeats(tx, offer.id)
  await tx.update(waitlistOffers).set({ state, endedAt: now }).where(eq(waitlistOffers.id, offer.id))
  if (offer.entryId === null) return
  await tx.update(waitlistEntries).set({ status, endedAt: now }).where(eq(waitlistEntries.id, offer.entryId))
}

/** Marks the open offers of a locked slot whose time is over as expired. */
export async function endLapsedOffers(tx: Tx, slotId: number, now: Date): Promise<void> {
  const onSlot = tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.slotId, slotId))
  const lapsed = await tx
    .select({ id: waitlistOffers.id, entryId: waitlistOffers.entryId })
    .from(waitlistOffers)
    .where(
      and(
        or(inArray(waitlistOffers.entryId, onSlot), eq(waitlistOffers.slotId, slotId)),
        eq(waitlistOffers.state, 'open'),
        lte(waitlistOffers.expiresAt, now),
      ),
    )
  for (const offer of lapsed) await endOffer(tx, offer, { state: 'expired', status: 'lapsed' }, now)
}
