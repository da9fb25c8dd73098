import { and, count, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { accountTokens, sessions, users } from '../../db/schema/people.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { type EmailCorrectionRefusal, judgeCorrection } from '../../domain/orders/email-correction.ts'
import { type SignedInCaller } from '../../http.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { moveSubscription } from '../memberships/move-subscription.ts'
import { endOrderLink } from '../orders/order-link.ts'
import { lockOrder, type OrderRow } from '../orders/lock-order.ts'
import { renewLinksMailedTo } from '../passengers/renew-links-mailed-to.ts'
import { isOwnAddress } from '../payments/is-own-address.ts'
import { findOrCreateUser, offerPassword } from './register-guest.ts'

const EVENT = 'e-mail corrected'

export interface EmailCorrection {
  orderId: number
  email: string
  setPasswordUrl?: string | undefined
}

/**
 * A guest's paid order gets another e-mail (domain rule 8): it joins the new address's account once that mailbox is
 * proven, its confirmation is sent there, and links mailed to the old address stop working. Only in the session that
 * bought it. Whether either address has an account changes nothing of the answer, and nothing of that account.
 */
export async function correctOrderEmail(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  caller: SignedInCaller,
  wish: EmailCorrection,
): Promise<{ ok: true } | { ok: false; reason: EmailCorrectionRefusal | 'foreign_set_password_url' }> {
  const { db } = deps.database
  const page = wish.setPasswordUrl ?? `${deps.settings.publicUrl}/account/password-confirm`
  if (!(await isOwnAddress(db, deps.settings, page))) return { ok: false, reason: 'foreign_set_password_url' }
  const now = deps.clock.now()
  return db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, caller, wish.orderId)
    if (!order) return { ok: false, reason: 'not_found' } as const
    const corrections = await countCorrections(tx, order.id)
    const provenAt = await provenSince(tx, order.userId)
    const refused = judgeCorrection({ ...order, corrections, emailProvenAt: provenAt }, now)
    if (refused) return { ok: false, reason: refused } as const
    const email = wish.email.toLowerCase()
    if (email !== order.email) await moveTo(tx, deps, { order, email, page, now })
    await sendAgain(tx, deps, { order, email, corrections, now })
    const details = { from: order.email, to: email }
    const event = { fromStatus: order.status, toStatus: order.status, reason: EVENT, details }
    await tx
      .insert(orderEvents)
      .values({ orderId: order.id, at: now, actor: `session:${caller.sessionId}`, ...event })
    return { ok: true } as const
  })
}

/** A guest's own; nothing for anybody else, whoever they are. */
async function lockOwnOrder(tx: Tx, caller: SignedInCaller, orderId: number): Promise<OrderRow | undefined> {
  if (caller.kind !== 'guest') return undefined
  const mine = and(eq(orders.id, orderId), eq(orders.sessionId, caller.sessionId))
  const [found] = await tx.select({ id: orders.id }).from(orders).where(mine)
  return found && lockOrder(tx, found.id)
}

async function countCorrections(tx: Tx, orderId: number): Promise<number> {
  const [made] = await tx
    .select({ corrections: count() })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.reason, EVENT)))
  return made?.corrections ?? 0
}

async function provenSince(tx: Tx, userId: number): Promise<Date | null> {
  const [user] = await tx.select({ at: users.emailProvenAt }).from(users).where(eq(users.id, userId))
  return user?.at ?? null
}

interface Move {
  order: OrderRow
  email: string
  page: string
  now: Date
}

/** The order and its session belong to whoever has the new address; who only has the old one has no link left. */
async function moveTo(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, email, page, now }: Move,
): Promise<void> {
  const user = await findOrCreateUser(tx, { email, tagList: [] }, now)
  await tx.update(orders).set({ email, userId: user.id }).where(eq(orders.id, order.id))
  await tx.update(sessions).set({ userId: user.id }).where(eq(sessions.id, order.sessionId))
  // What a link that went to the wrong mailbox has opened.
  await tx.update(sessions).set({ revokedAt: now }).where(eq(sessions.reachesOrderId, order.id))
  if (order.membershipPlanId !== null) await moveSubscription(tx, order.id, { userId: user.id, email })
  await endLinks(tx, order.userId, now)
  await renewLinksMailedTo(tx, deps, { orderId: order.id, email: order.email, now })
  await endOrderLink(tx, order.id)
  if (user.passwordHash === null) await offerPassword(tx, deps, user, page, now)
}

/** An account with a password was mailed nothing by the purchase: its own links stay. */
async function endLinks(tx: Tx, userId: number, now: Date): Promise<void> {
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

/** What has not left yet goes to the right address; else the confirmation is written once more. */
async function sendAgain(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  again: { order: OrderRow; email: string; corrections: number; now: Date },
): Promise<void> {
  const { order, email, corrections, now } = again
  const waiting = await tx
    .update(mails)
    .set({ to: email })
    .where(and(eq(mails.orderId, order.id), eq(mails.to, order.email), eq(mails.state, 'queued')))
    .returning({ kind: mails.kind })
  if (waiting.some(({ kind }) => kind === 'order_confirmation')) return
  const kind = 'order_confirmation' as const
  const eventKey = `${kind}:${String(order.id)}:${String(corrections + 1)}`
  await queueMail(tx, { kind, eventKey, orderId: order.id, to: email }, now, deps)
}
