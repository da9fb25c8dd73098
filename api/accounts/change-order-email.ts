import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { orders } from '../db/schema/orders.ts'
import { accountTokens, sessions, users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { moveSubscription } from '../memberships/transfer-subscription.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { endOrderLink } from '../store/orders/order-link.ts'
import { renewLinksMailedTo } from '../passengers/renew-passenger-links.ts'
import { findOrCreateUser, offerPassword } from './register-guest.ts'

export interface OrderEmailChange {
  order: OrderRow
  email: string
  /** The shop's page that sets a password. */
  page: string
  now: Date
}

/**
 * A guest's order and its session belong to whoever has the new address; who only has the old one
 * has no link left. The order's row must be locked.
 */
export async function moveOrderEmail(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, email, page, now }: OrderEmailChange,
): Promise<void> {
  const user = await findOrCreateUser(tx, { email, tagList: [] }, now)
  await tx.update(orders).set({ email, userId: user.id }).where(eq(orders.id, order.id))
  // What the desk sold was made in a session of the desk.
  const ofGuest = and(eq(sessions.id, order.sessionId), eq(sessions.scope, 'guest'))
  await tx.update(sessions).set({ userId: user.id }).where(ofGuest)
  await tx.update(giftCards).set({ purchaserId: user.id }).where(eq(giftCards.purchaserOrderId, order.id))
  await tx.update(giftShares).set({ giverId: user.id }).where(eq(giftShares.orderId, order.id))
  if (order.membershipPlanId !== null) await moveSubscription(tx, order.id, { userId: user.id, email })
  await endLinks(tx, order.userId, now)
  await endOrderLinks(tx, deps, { order, now })
  if (user.passwordHash === null && user.mergedIntoId === null) await offerPassword(tx, deps, user, page, now)
}

/**
 * An account's order stays in it: only where it is mailed to is another. The order's row must be
 * locked.
 */
export async function mailOrderElsewhere(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, email, now }: OrderEmailChange,
): Promise<void> {
  await tx.update(orders).set({ email }).where(eq(orders.id, order.id))
  await endOrderLinks(tx, deps, { order, now })
}

/** What went to the old address opens nothing any more, and neither does what it has opened. */
async function endOrderLinks(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, now }: Pick<OrderEmailChange, 'order' | 'now'>,
): Promise<void> {
  const opened = and(eq(sessions.reachesOrderId, order.id), isNull(sessions.revokedAt))
  await tx.update(sessions).set({ revokedAt: now }).where(opened)
  await renewLinksMailedTo(tx, deps, { orderId: order.id, email: order.email, now })
  await endOrderLink(tx, order.id)
}

/** An account with a password was mailed nothing by the purchase: its own links stay. */
export async function endLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  const [old] = await tx.select().from(users).where(eq(users.id, userId))
  if (!old || old.passwordHash !== null) return
  const isLink = and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, 'set_password'))
  await tx
    .update(accountTokens)
    .set({ usedAt: now })
    .where(and(isLink, isNull(accountTokens.usedAt)))
  const unsent = and(eq(mails.userId, userId), eq(mails.kind, 'set_password'), eq(mails.state, 'queued'))
  await tx.delete(mails).where(unsent)
}
