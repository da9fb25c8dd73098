import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { orders } from '../db/schema/orders.ts'
import { accountTokens, sessions, users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { moveSubscription } from '../memberships/transfer-subscription.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { endOrderLink } from '../store/orders/order-link.ts'
import { renewLinksMailedTo } from '../passengers/renew-passenger-links.ts'
import { findOrCreateUser, offerPassword } from './register-guest.ts'

export interface OrderEmailChange {
  order: OrderRow
  email: string
  /** The page of the shop on which a password is set. */
  page: string
  now: Date
}

/**
 * Moves a guest's order and its session to the owner of the new address, and ends all links mailed
 * to the old one. The order's row must be locked.
 */
export async function moveOrderEmail(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, email, page, now }: OrderEmailChange,
): Promise<void> {
  const user = await findOrCreateUser(tx, { email, tagList: [] }, now)
  await tx.update(orders).set({ email, userId: user.id }).where(eq(orders.id, order.id))
  // An order sold by staff was made in a staff session, which stays theirs.
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
 * Changes the address to which an account's order is mailed; the order stays in its account. The
 * order's row must be locked.
 */
export async function mailOrderElsewhere(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, email, now }: OrderEmailChange,
): Promise<void> {
  await tx.update(orders).set({ email }).where(eq(orders.id, order.id))
  await endOrderLinks(tx, deps, { order, now })
}

/** Ends the links mailed to the old address, and the sessions they opened. */
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

/**
 * Ends password links of a guest. An account with a password keeps its links, because its purchase
 * mailed none.
 */
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
