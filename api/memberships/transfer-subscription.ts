import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { findCurrentSubscription } from './find-plan.ts'

/**
 * Moves a guest's membership with its order to the corrected address, unless that account has one
 * already.
 */
export async function moveSubscription(
  tx: Tx,
  orderId: number,
  to: { userId: number; email: string },
): Promise<void> {
  const [own] = await tx.select().from(subscriptions).where(eq(subscriptions.orderId, orderId))
  if (!own || (await findCurrentSubscription(tx, to.userId, own.planId))) return
  await tx.update(subscriptions).set(to).where(eq(subscriptions.id, own.id))
}
