import { desc, eq } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orderChanges, orders } from '../db/schema/orders.ts'
import { type mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { paymentToken } from '../staff-sales/payment-link.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { getSessionEnd } from '../store/payments/payment-request.ts'
import { type AuditBy } from '../store/write-audit.ts'

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
const changeIdOf = ({ eventKey }: Pick<typeof mails.$inferSelect, 'eventKey'>) =>
  Number(eventKey.split(':')[1])

/** The state of a change's payment page: `begun` it is open, `written` it is about to be. */
type Page = { state: 'begun' | 'written'; until: Date } | { state: 'paid' } | { state: 'over' }

async function findPage(db: DbOrTx, changeId: number): Promise<Page> {
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
 * Until when the page behind a mailed link is open, in the brand's time zone; undefined when
 * nothing is left to pay.
 * @throws while the provider has not opened it yet, so that the sender tries again
 */
export async function readReschedulePaymentLinkMail(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  mail: typeof mails.$inferSelect,
): Promise<{ changeId: number; until: Date; timezone: string } | undefined> {
  const page = await findPage(db, changeIdOf(mail))
  if (page.state === 'written')
    throw new Error(`The page that mail ${String(mail.id)} leads to is not open yet`)
  if (page.state !== 'begun' || page.until <= clock.now()) return undefined
  const [found] = await db
    .select({ timezone: brands.timeZone })
    .from(orders)
    .innerJoin(brands, eq(brands.id, orders.brandId))
    .where(eq(orders.id, mail.orderId ?? 0))
  return found && { changeId: changeIdOf(mail), until: page.until, timezone: found.timezone }
}

/**
 * Mails the payment link of a waiting reschedule again, for the order's present address. The
 * order's row must be locked.
 */
export async function resendReschedulePaymentLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  {
    mail,
    order,
    url,
  }: { mail: typeof mails.$inferSelect; order: { id: number; email: string }; url: string },
  by: AuditBy,
): Promise<{ ok: true } | { ok: false; reason: 'already_paid' | 'move_link_over' }> {
  const changeId = changeIdOf(mail)
  const page = await findPage(tx, changeId)
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
    url,
  })
  const eventKey = `${reschedulePaymentLinkKey(changeId)}:${String(by.at.getTime())}`
  await queueMail(tx, { kind: 'move_link', eventKey, orderId, to: email, secret }, by.at, deps)
  return { ok: true }
}
