import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { callOffs, rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { claimLink, openClaimToken } from './rebooking-offer-token.ts'

/** The same claim's link goes out no more often. */
const PAUSE_MS = 10 * 60_000

/**
 * Mails the link of an order's latest claim anew, where number and e-mail belong together. Whoever
 * asks learns nothing: it answers the same whatever there is, and the mail goes to the order's own
 * address.
 */
export async function mailClaimLink(
  deps: ApiDeps,
  { order_number: number, email }: { order_number: string; email: string },
): Promise<void> {
  const now = deps.clock.now()
  const orderId = Number(/^\s*(?:[OR]\s*-?\s*)?(\d{1,9})\s*$/i.exec(number)?.[1] ?? 0)
  await deps.database.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ claim: rescheduleClaims, order: orders })
      .from(rescheduleClaims)
      .innerJoin(orders, eq(orders.id, rescheduleClaims.orderId))
      .innerJoin(callOffs, eq(callOffs.id, rescheduleClaims.callOffId))
      .where(eq(rescheduleClaims.orderId, orderId))
      .orderBy(desc(rescheduleClaims.id))
      .limit(1)
    if (!found || found.order.email.toLowerCase() !== email.trim().toLowerCase()) return
    const paused = new Date(now.getTime() - PAUSE_MS)
    const [claimed] = await tx
      .update(rescheduleClaims)
      .set({ linkMailedAt: now })
      .where(
        and(
          eq(rescheduleClaims.id, found.claim.id),
          or(isNull(rescheduleClaims.linkMailedAt), lt(rescheduleClaims.linkMailedAt, paused)),
        ),
      )
      .returning({ id: rescheduleClaims.id })
    if (!claimed) return
    const secret = claimLink(openClaimToken(deps.settings.secrets.code, found.claim))
    const eventKey = `claim_link:${String(claimed.id)}:${String(now.getTime())}`
    const mail = { kind: 'claim_link' as const, orderId, to: found.order.email, secret, eventKey }
    await queueMail(tx, mail, now, deps)
  })
}
