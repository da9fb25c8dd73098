import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { type MailCorrected, type OrderMailCorrection, queueMail } from '../store/mails/queue-mail.ts'

/** The least time between two mails of the same link. */
export const LINK_PAUSE_MS = 10 * 60_000

/**
 * Mails the link of an order's latest rebooking offer again when number and e-mail match. The
 * answer is always the same, and the mail goes to the order's own address.
 */
export async function mailRebookingLink(
  deps: ApiDeps,
  { order_number: number, email }: { order_number: string; email: string },
): Promise<void> {
  const now = deps.clock.now()
  const orderId = Number(/^\s*(?:[OR]\s*-?\s*)?(\d{1,9})\s*$/i.exec(number)?.[1] ?? 0)
  await deps.database.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ claim: rebookingOffers, order: orders })
      .from(rebookingOffers)
      .innerJoin(orders, eq(orders.id, rebookingOffers.orderId))
      .innerJoin(departureCancellations, eq(departureCancellations.id, rebookingOffers.callOffId))
      .where(eq(rebookingOffers.orderId, orderId))
      .orderBy(desc(rebookingOffers.id))
      .limit(1)
    if (!found || found.order.email.toLowerCase() !== email.trim().toLowerCase()) return
    const paused = new Date(now.getTime() - LINK_PAUSE_MS)
    const [claimed] = await tx
      .update(rebookingOffers)
      .set({ linkMailedAt: now })
      .where(
        and(
          eq(rebookingOffers.id, found.claim.id),
          or(isNull(rebookingOffers.linkMailedAt), lt(rebookingOffers.linkMailedAt, paused)),
        ),
      )
      .returning({ id: rebookingOffers.id })
    if (!claimed) return
    await queueRebookingLink(tx, deps, { offerId: claimed.id, orderId, to: found.order.email }, now)
  })
}

/**
 * Mails the link again in place of a mail that did not arrive. The link is that of the order's
 * latest offer, whichever offer the mail was about.
 */
export async function resendRebookingLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, email: to, by }: OrderMailCorrection,
): Promise<MailCorrected> {
  const [offer] = await tx
    .select({ id: rebookingOffers.id })
    .from(rebookingOffers)
    .where(eq(rebookingOffers.orderId, order.id))
    .orderBy(desc(rebookingOffers.id))
    .limit(1)
  if (!offer) return { ok: false, reason: 'mail_not_correctable' }
  await queueRebookingLink(tx, deps, { offerId: offer.id, orderId: order.id, to }, by.at)
  return { ok: true }
}

export async function queueRebookingLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { offerId: subjectId, orderId, to }: { offerId: number; orderId: number; to: string },
  now: Date,
): Promise<void> {
  const eventKey = `claim_link:${String(subjectId)}:${String(now.getTime())}`
  await queueMail(tx, { kind: 'claim_link', eventKey, orderId, subjectId, to }, now, deps)
}
