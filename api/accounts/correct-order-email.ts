import { and, count, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderEvents, orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { type EmailCorrectionRefusal, findCorrectionObstacle } from './rules/email-correction.ts'
import { type SignedInCaller } from '../http/http.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { moveOrderEmail } from './change-order-email.ts'

const EVENT = 'e-mail corrected'

export interface EmailCorrection {
  orderId: number
  email: string
  setPasswordUrl?: string | undefined
}

/**
 * Corrects the e-mail of a guest's paid order (domain rule 8), only in the session that bought it.
 * The order joins the new address's account once that e-mail is proven, its confirmation is sent
 * there, and links mailed to the old address stop working. The answer does not depend on whether
 * either address has an account, and no account is changed.
 */
export async function correctOrderEmail(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  caller: SignedInCaller,
  input: EmailCorrection,
): Promise<{ ok: true } | { ok: false; reason: EmailCorrectionRefusal | 'foreign_set_password_url' }> {
  const { db } = deps.database
  const page = input.setPasswordUrl ?? `${deps.settings.publicUrl}/account/password-confirm`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_set_password_url' }
  const now = deps.clock.now()
  return db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, caller, input.orderId)
    if (!order) return { ok: false, reason: 'not_found' } as const
    const corrections = await countCorrections(tx, order.id)
    const provenAt = await provenSince(tx, order.userId)
    const refused = findCorrectionObstacle({ ...order, corrections, emailProvenAt: provenAt }, now)
    if (refused) return { ok: false, reason: refused } as const
    const email = input.email.toLowerCase()
    if (email !== order.email) await moveOrderEmail(tx, deps, { order, email, page, now })
    await sendAgain(tx, deps, { order, email, corrections, now })
    const details = { from: order.email, to: email }
    const event = { fromStatus: order.status, toStatus: order.status, reason: EVENT, details }
    await tx
      .insert(orderEvents)
      .values({ orderId: order.id, at: now, actor: `session:${caller.sessionId}`, ...event })
    return { ok: true } as const
  })
}

/** Locks the order of the guest session that bought it; undefined for any other caller. */
async function lockOwnOrder(tx: Tx, caller: SignedInCaller, orderId: number): Promise<OrderRow | undefined> {
  if (caller.kind !== 'guest') return undefined
  const ownOrder = and(eq(orders.id, orderId), eq(orders.sessionId, caller.sessionId))
  const [found] = await tx.select({ id: orders.id }).from(orders).where(ownOrder)
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

/**
 * Redirects queued mails to the right address, and queues the confirmation again if it was sent.
 */
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
