import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'

/**
 * Records, in the transaction that completes an order, that the membership its buyer agreed to has
 * to start. An account with a membership gets no second one. The payment provider is called
 * afterwards, so a failure there does not affect the order.
 */
export async function createPendingSubscription(
  tx: Tx,
  deps: Pick<ApiDeps, 'jobs'>,
  order: Pick<OrderRow, 'id' | 'userId' | 'brandId' | 'email' | 'sessionId' | 'membershipPlanId'>,
  now: Date,
): Promise<void> {
  if (order.membershipPlanId === null) return
  const [session] = await tx
    .select({ scope: sessions.scope })
    .from(sessions)
    .where(eq(sessions.id, order.sessionId))
  const opened = await tx
    .insert(subscriptions)
    .values({
      planId: order.membershipPlanId,
      userId: order.userId,
      brandId: order.brandId,
      orderId: order.id,
      asGuest: session?.scope !== 'customer',
      email: order.email,
      status: 'starting',
      nextTryAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  if (opened.length > 0) await deps.jobs?.enqueue(tx, 'memberships')
}
