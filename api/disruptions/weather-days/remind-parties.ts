import { and, eq, exists, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { departureCancellations, rebookingOffers } from '../../db/schema/departure-cancellations.ts'
import { orders } from '../../db/schema/orders.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { LINK_PAUSE_MS, queueRebookingLink } from '../mail-rebooking-link.ts'

/**
 * Mails the link again to the parties of a weather day that were told by mail and have not chosen:
 * all, or one order.
 *
 * @returns how many mails were queued; nobody gets two within ten minutes
 */
export async function remindParties(
  deps: ApiDeps,
  weatherDayId: number,
  orderId: number | null,
): Promise<number> {
  const now = deps.clock.now()
  const paused = new Date(now.getTime() - LINK_PAUSE_MS)
  return deps.database.db.transaction(async (tx) => {
    const ofDay = tx
      .select({ one: sql`1` })
      .from(departureCancellations)
      .where(
        and(
          eq(departureCancellations.id, rebookingOffers.callOffId),
          eq(departureCancellations.weatherDayId, weatherDayId),
        ),
      )
    const told = tx
      .select({ one: sql`1` })
      .from(mails)
      .where(and(eq(mails.subjectId, rebookingOffers.id), eq(mails.kind, 'called_off')))
    const reminded = await tx
      .update(rebookingOffers)
      .set({ linkMailedAt: now })
      .where(
        and(
          eq(rebookingOffers.state, 'open'),
          gt(rebookingOffers.expiresAt, now),
          lt(rebookingOffers.toldAt, paused),
          or(isNull(rebookingOffers.linkMailedAt), lt(rebookingOffers.linkMailedAt, paused)),
          orderId === null ? undefined : eq(rebookingOffers.orderId, orderId),
          exists(ofDay),
          exists(told),
        ),
      )
      .returning({ offerId: rebookingOffers.id, orderId: rebookingOffers.orderId })
    for (const offer of reminded) {
      const [order] = await tx
        .select({ email: orders.email })
        .from(orders)
        .where(eq(orders.id, offer.orderId))
      if (order) await queueRebookingLink(tx, deps, { ...offer, to: order.email }, now)
    }
    return reminded.length
  })
}
