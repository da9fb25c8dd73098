import { desc, eq } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { paymentToken } from '../store/orders/payment-token.ts'
import { type OrderMailCorrection, queueMail, subjectIdOf } from '../store/mails/queue-mail.ts'
import { getSessionEnd, type PaymentAttempt } from '../store/payments/payment-attempts.ts'

export interface ReschedulePaymentLink {
  orderId: number
  email: string
  /** The hash of the request whose change it pays. */
  hash: string
  /** When the new seats are released. */
  until: Date
  /** The shop's page that opens it. */
  url: string
}

/** Queues the link to the page where a reschedule is paid. */
export function queueReschedulePaymentLink(
  { settings }: Pick<ApiDeps, 'settings'>,
  { orderId, email, hash, until, url }: ReschedulePaymentLink,
): string {
  const expiresAt = Math.floor(until.getTime() / 1000)
  return `${url}/${paymentToken(settings.secrets.code, { orderId, email, expiresAt, change: hash })}`
}

/** Of the change a mailed link pays. */
export const reschedulePaymentLinkKey = (changeId: number): string => `move_link:${String(changeId)}`

/** The state of a change's payment page: `begun` it is open, `written` it is about to be. */
type Page = { state: 'begun' | 'written'; until: Date } | { state: 'paid' } | { state: 'over' }

export async function findReschedulePage(db: DbOrTx, changeId: number): Promise<Page> {
  const [change] = await db
    .select({ state: orderChanges.state })
    .from(orderChanges)
    .where(eq(orderChanges.id, changeId))
  if (change?.state === 'completed') return { state: 'paid' }
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderChangeId, changeId))
    .orderBy(desc(paymentAttempts.id))
    .limit(1)
  if (change?.state !== 'awaiting_payment' || !attempt) return { state: 'over' }
  return pageOf(attempt)
}

function pageOf(attempt: PaymentAttempt): Page {
  const { state, kind, url } = attempt
  if (kind !== 'cs' || (state !== 'created' && state !== 'open')) return { state: 'over' }
  return { state: url === null ? 'written' : 'begun', until: getSessionEnd(attempt) }
}

/**
 * Mails the payment link of a waiting reschedule again, for the order's present address. The
 * order's row must be locked.
 */
export async function resendReschedulePaymentLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { mail, order, origin, by }: OrderMailCorrection,
): Promise<{ ok: true } | { ok: false; reason: 'already_paid' | 'move_link_over' }> {
  const changeId = subjectIdOf(mail)
  const page = await findReschedulePage(tx, changeId)
  if (page.state === 'paid') return { ok: false, reason: 'already_paid' }
  if (page.state === 'over' || page.until <= by.at) return { ok: false, reason: 'move_link_over' }
  const [change] = await tx
    .select({ hash: orderChanges.wishHash })
    .from(orderChanges)
    .where(eq(orderChanges.id, changeId))
  const { id: orderId, email } = order
  const secret = queueReschedulePaymentLink(deps, {
    orderId,
    email,
    hash: change?.hash ?? '',
    until: page.until,
    url: `${origin}/pay`,
  })
  const eventKey = `${reschedulePaymentLinkKey(changeId)}:${String(by.at.getTime())}`
  const about = { orderId, subjectId: changeId }
  await queueMail(tx, { kind: 'move_link', eventKey, ...about, to: email, secret }, by.at, deps)
  return { ok: true }
}
