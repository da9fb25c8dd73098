import { desc, eq } from 'drizzle-orm'
import { type PaymentLinkPreview } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { orderChanges, orderEvents, orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { findLinkOpening, PAYMENT_LINK_OPENED } from '../orders/rules/payment-link-opened.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { isPaidInPart, lockOrder, type OrderRow } from '../store/orders/order.ts'
import { isPaymentToken, paymentToken, type SignedPayment } from '../store/orders/payment-token.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { openSession } from '../access/authenticate.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { isWalkInEmail, presentEmail } from '../store/walk-in-email.ts'
import { salesEnd } from '../rules/departures/availability.ts'
import { holdEnd, PHONE_HOLD_MINUTES } from '../seats/hold-end.ts'
import { extendHold, lockOrderSeats, toPaymentObstacle } from '../seats/order-seats.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { agreeOnPart, type LinkedPart } from './payment-parts.ts'
import { readPaymentSubject } from './payment-subject.ts'

/** Why an order cannot be paid by a link. */
export type LinkObstacle = 'already_paid' | 'order_expired' | 'flight_closed' | 'too_heavy'
export type LinkMailed =
  | { ok: true; heldUntil: Date; mailedTo: string }
  | { ok: false; reason: 'not_found' | 'foreign_payment_url' | 'no_email' | LinkObstacle }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/**
 * Mails the customer of an unpaid order a link to pay it. The link is valid as long as the seats
 * are held: two hours, but not beyond the end of sales.
 */
export async function mailPaymentLink(
  deps: ApiDeps,
  orderId: number,
  { url, ...part }: { url: string } & LinkedPart,
  by: AuditBy,
): Promise<LinkMailed> {
  const { db } = deps.database
  if (!(await isOwnShopUrl(db, deps.settings, url))) return { ok: false, reason: 'foreign_payment_url' }
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (isWalkInEmail(order.email)) return { ok: false, reason: 'no_email' } as const
    const wrong = await agreeOnPart(tx, deps, order, part, by)
    if (wrong) return { ok: false, reason: 'invalid', fields: wrong } as const
    return writePaymentLink(tx, deps, order, url, by)
  })
}

/**
 * Writes the payment link's mail for a locked order. The caller has checked that the page is the
 * shop's own.
 */
export async function writePaymentLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  order: OrderRow,
  url: string,
  by: AuditBy,
): Promise<{ ok: true; heldUntil: Date; mailedTo: string } | { ok: false; reason: LinkObstacle }> {
  const made = await makePaymentLink(tx, deps, order, by)
  if (!made.ok) return made
  const { eventKey, token, heldUntil } = made
  const mail = { kind: 'payment_link' as const, eventKey, orderId: order.id, to: order.email }
  await queueMail(tx, { ...mail, secret: `${url}/${token}` }, by.at, deps)
  return { ok: true, heldUntil, mailedTo: order.email }
}

/** The token of an order's link, after its seats are held as long; the audit log has it. */
export async function makePaymentLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  order: OrderRow,
  by: AuditBy,
): Promise<
  { ok: true; token: string; eventKey: string; heldUntil: Date } | { ok: false; reason: LinkObstacle }
> {
  const orderId = order.id
  if (order.completedAt !== null) return { ok: false, reason: 'already_paid' } as const
  if (order.status !== 'awaiting_payment' && !isPaidInPart(order))
    return { ok: false, reason: 'order_expired' } as const
  // The seats of an order of which a part was paid are sold, so its link may also follow the flight.
  const isSold = isPaidInPart(order)
  const heldUntil = isSold
    ? addMinutes(by.at, PHONE_HOLD_MINUTES)
    : await findLinkEnd(tx, deps, orderId, by.at)
  const extended = isSold ? undefined : await extendHold(tx, orderId, heldUntil, by.at)
  if (extended?.ok === false) return { ok: false, reason: toPaymentObstacle(extended.reason) } as const
  const expiresAt = Math.floor(heldUntil.getTime() / 1000)
  const token = paymentToken(deps.settings.secrets.code, { orderId, email: order.email, expiresAt })
  const eventKey = `payment_link:${String(orderId)}:${String(by.at.getTime())}`
  await writeAudit(tx, by, {
    resource: 'orders',
    id: orderId,
    before: { payment_link: null },
    after: { payment_link: by.at.toISOString() },
  })
  return { ok: true, token, eventKey, heldUntil } as const
}

/** The end of a phone order's hold. Gift cards, which have no seats, get the same time. */
async function findLinkEnd(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  orderId: number,
  now: Date,
): Promise<Date> {
  const seats = await lockOrderSeats(tx, orderId)
  const ends = seats.map(({ flight }) =>
    holdEnd(
      deps,
      { departAt: flight.departAt, salesCloseAt: salesEnd(flight) },
      { onPhone: true, now },
    ).getTime(),
  )
  return new Date(Math.min(now.getTime() + PHONE_HOLD_MINUTES * 60_000, ...ends))
}

export type OpenedPaymentLink =
  | { ok: true; jwt: string; orderId: number; email: string | null; changeId: number | null }
  | { ok: false; reason: 'payment_link_bad' | 'payment_link_over' }

/** Opens a guest session that reaches only the link's order. */
export async function openPaymentLink(deps: ApiDeps, token: string): Promise<OpenedPaymentLink> {
  const found = await findLinkedOrder(deps, token)
  if (!found.ok) return found
  const { order, changeId, expiresAt } = found
  const now = deps.clock.now()
  if (changeId === null) await noteOpening(deps, order.id, expiresAt)
  const session = { userId: order.userId, scope: 'guest' as const, reachesOrderId: order.id, now }
  const { jwt } = await openSession(deps.database.db, deps, session)
  return { ok: true, jwt, orderId: order.id, email: presentEmail(order.email), changeId }
}

/** Notes the first use of a link, so that staff see that the customer has it. */
async function noteOpening(deps: ApiDeps, orderId: number, expiresAt: number): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    const events = await tx.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    if (findLinkOpening(events, expiresAt) !== undefined) return
    await tx.insert(orderEvents).values({
      orderId,
      at: deps.clock.now(),
      actor: `order:${String(orderId)}`,
      fromStatus: status,
      toStatus: status,
      reason: PAYMENT_LINK_OPENED,
      details: { until: expiresAt },
    })
  })
}

/** Reads what a link pays. It opens no session and does not call the provider. */
export async function previewPaymentLink(
  deps: ApiDeps,
  token: string,
): Promise<{ ok: true; preview: PaymentLinkPreview } | LinkRefused> {
  const found = await findLinkedOrder(deps, token)
  if (!found.ok) return found
  const { order, changeId, expiresAt } = found
  const key = { orderId: order.id, changeId, now: deps.clock.now() }
  const subject = await readPaymentSubject(deps.database.db, key)
  if (!subject) return { ok: false, reason: 'payment_link_bad' }
  return { ok: true, preview: { ...subject, held_until: new Date(expiresAt * 1000).toISOString() } }
}

type LinkRefused = { ok: false; reason: 'payment_link_bad' | 'payment_link_over' }

async function findLinkedOrder(
  deps: ApiDeps,
  token: string,
): Promise<{ ok: true; order: OrderRow; changeId: number | null; expiresAt: number } | LinkRefused> {
  const { db } = deps.database
  const now = deps.clock.now()
  const bad = { ok: false, reason: 'payment_link_bad' } as const
  const [, id = '', end = '', signature = ''] = /^(\d{1,9})-([0-9a-z]{1,10})-([\w-]{22})$/.exec(token) ?? []
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, Number(id)))
  if (!order) return bad
  const expiresAt = parseInt(end, 36)
  const about = await findSubject(deps, { orderId: order.id, email: order.email, expiresAt }, signature)
  if (!about) return bad
  if (expiresAt * 1000 <= now.getTime()) return bad
  if (order.status === 'cancelled') return { ok: false, reason: 'payment_link_over' }
  return { ok: true, order, changeId: about.changeId, expiresAt }
}

/** Finds what a link pays: the order, or the newest of its changes with this request hash. */
async function findSubject(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  signed: SignedPayment,
  signature: string,
): Promise<{ changeId: number | null } | undefined> {
  const fits = (change?: string) =>
    isPaymentToken(
      settings.secrets.code,
      { ...signed, ...(change === undefined ? {} : { change }) },
      signature,
    )
  if (fits()) return { changeId: null }
  const changes = await db
    .select({ id: orderChanges.id, hash: orderChanges.wishHash })
    .from(orderChanges)
    .where(eq(orderChanges.orderId, signed.orderId))
    .orderBy(desc(orderChanges.id))
  const found = changes.find(({ hash }) => fits(hash))
  return found && { changeId: found.id }
}
