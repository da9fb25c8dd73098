import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { type RebookingOfferRow } from './rebooking-offer-token.ts'
import { releaseAlternatives } from '../seats/close-rebooking-offers.ts'
import { type JudgedRebookingOffer, judgeRebookingOffer } from './assess-rebooking-offer.ts'

/** Everything that is decided under the order's lock. */
export interface OpenRebookingOffer {
  offer: RebookingOfferRow
  cancellation: typeof departureCancellations.$inferSelect
  order: OrderRow
  judged: JudgedRebookingOffer
  now: Date
}

/** The claim under its order's lock, if there is still something to choose. */
export async function lockRebookingOffer(
  tx: Tx,
  { id, orderId, callOffId }: RebookingOfferRow,
  now: Date,
): Promise<({ ok: true } & OpenRebookingOffer) | { ok: false; reason: 'claim_answered' }> {
  const order = await lockOrder(tx, orderId)
  const [claim] = await tx.select().from(rebookingOffers).where(eq(rebookingOffers.id, id))
  const [callOff] = await tx
    .select()
    .from(departureCancellations)
    .where(eq(departureCancellations.id, callOffId))
  if (claim?.state !== 'open' || !callOff) return { ok: false, reason: 'claim_answered' }
  const judged = await judgeRebookingOffer(tx, order, callOff.slotId)
  return judged
    ? { ok: true, offer: claim, cancellation: callOff, order, judged, now }
    : { ok: false, reason: 'claim_answered' }
}

/** How an answer is written down. */
export interface AnswerRecord {
  by: 'link' | 'staff' | 'clock'
  actor: string
}

/** Writes down how a claim ended, and gives back what was kept for it. */
export async function settleRebookingOffer(
  tx: Tx,
  claimId: number,
  answer: Pick<RebookingOfferRow, 'state' | 'answeredBy'> & { answeredAt: Date } & Partial<
      Pick<RebookingOfferRow, 'voucherId' | 'orderRefundId' | 'movedToSlotId'>
    >,
): Promise<void> {
  await tx.update(rebookingOffers).set(answer).where(eq(rebookingOffers.id, claimId))
  await releaseAlternatives(tx, [claimId], answer.answeredAt)
}
