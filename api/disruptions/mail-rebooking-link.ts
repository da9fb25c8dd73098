import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { rebookingLink, openRebookingToken } from './rebooking-offer-token.ts'

/** The least time between two mails of the same link. */
const PAUSE_MS = 10 * 60_000

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
    const paused = new Date(now.getTime() - PAUSE_MS)
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
    const secret = rebookingLink(openRebookingToken(deps.settings.secrets.code, found.claim))
    const eventKey = `claim_link:${String(claimed.id)}:${String(now.getTime())}`
    const mail = { kind: 'claim_link' as const, orderId, to: found.order.email, secret, eventKey }
    await queueMail(tx, mail, now, deps)
  })
}
