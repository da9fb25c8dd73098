import { and, eq, inArray, or } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { rebookingAlternatives } from '../db/schema/departure-cancellations.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { users } from '../db/schema/people.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { releaseAlternativeSeats } from '../seats/hold-seats-for-rebooking.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { endOffer } from './end-waitlist-offers.ts'

/**
 * Closes everything that holds seats of a cancelled departure: waitlist offers and days proposed
 * with gifts end, everybody on the waitlist is told once, and the departure stops being an
 * alternative in rebooking offers.
 */
export async function closeCancelledDeparture(deps: ApiDeps, slotId: number): Promise<void> {
  const now = deps.clock.now()
  await retryDeadlocks(() =>
    deps.database.db.transaction(async (tx) => {
      await lockSlotRows(tx, [slotId])
      await releaseLapsedHolds(tx, [slotId], now)
      const waiting = await tx
        .select({ id: waitlistEntries.id, email: waitlistEntries.email, brandId: waitlistEntries.brandId })
        .from(waitlistEntries)
        .where(
          and(eq(waitlistEntries.slotId, slotId), inArray(waitlistEntries.status, ['waiting', 'offered'])),
        )
      const ids = waiting.map(({ id }) => id)
      const offers = await tx
        .select({
          id: waitlistOffers.id,
          entryId: waitlistOffers.entryId,
          giftShareId: waitlistOffers.giftShareId,
        })
        .from(waitlistOffers)
        .where(
          and(
            or(inArray(waitlistOffers.entryId, ids), eq(waitlistOffers.slotId, slotId)),
            eq(waitlistOffers.state, 'open'),
          ),
        )
      for (const { giftShareId, ...offer } of offers) {
        await endOffer(tx, offer, { state: 'expired', status: 'lapsed' }, now)
        if (giftShareId !== null)
          await mailProposalCancelled(tx, deps, { offerId: offer.id, giftShareId }, now)
      }
      await tx
        .update(waitlistEntries)
        .set({ status: 'closed', endedAt: now })
        .where(inArray(waitlistEntries.id, ids))
      for (const { id, email, brandId } of waiting) {
        const eventKey = `waitlist_called_off:${String(id)}`
        const mail = { kind: 'waitlist_called_off' as const, eventKey, brandId, subjectId: id, to: email }
        await queueMail(tx, mail, now, deps)
      }
      const alternatives = await tx
        .update(rebookingAlternatives)
        .set({ state: 'over' })
        .where(and(eq(rebookingAlternatives.slotId, slotId), eq(rebookingAlternatives.state, 'open')))
        .returning({ id: rebookingAlternatives.id })
      await releaseAlternativeSeats(
        tx,
        alternatives.map(({ id }) => id),
      )
    }),
  )
}

/**
 * Tells the giver, and the recipient of a gift that was mailed, that its proposed day is cancelled.
 * The gift itself stays valid.
 */
async function mailProposalCancelled(
  tx: Tx,
  deps: ApiDeps,
  { offerId, giftShareId }: { offerId: number; giftShareId: number },
  now: Date,
): Promise<void> {
  const [share] = await tx
    .select({
      brandId: giftShares.brandId,
      giver: users.email,
      recipient: giftShares.recipientEmail,
      mailedAt: giftShares.mailedAt,
    })
    .from(giftShares)
    .leftJoin(users, eq(users.id, giftShares.giverId))
    .where(eq(giftShares.id, giftShareId))
  if (!share) return
  const { brandId, giver, recipient, mailedAt } = share
  const addressed = { giver, recipient: mailedAt ? recipient : null }
  for (const audience of ['giver', 'recipient'] as const) {
    const to = addressed[audience]
    if (!to) continue
    const eventKey = `gift_called_off:${String(giftShareId)}:${String(offerId)}:${audience}`
    const mail = { kind: 'gift_called_off' as const, eventKey, brandId, subjectId: offerId, audience, to }
    await queueMail(tx, mail, now, deps)
  }
}
