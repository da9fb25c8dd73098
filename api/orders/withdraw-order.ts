import { and, eq, inArray } from 'drizzle-orm'
import { type StaffCancellation } from '#contract/refund.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { releaseSeats } from '../seats/order-seats.ts'
import { lockOrder, type OrderRow, transitionOrder } from '../store/orders/order.ts'
import { closeUnpaid, lockForSuccessor, type SupersedeRefusal } from './supersede-order.ts'

export type WithdrawRefusal = SupersedeRefusal | 'already_ended'

/** Why an order is not an unpaid one; undefined when it is. */
function refuseWithdrawal({ status, completedAt }: OrderRow): WithdrawRefusal | undefined {
  if (completedAt !== null || status === 'partially_paid') return 'already_paid'
  return status === 'awaiting_payment' ? undefined : 'already_ended'
}

/** Previews the withdrawal of an unpaid order: nothing was paid and nothing is refunded. */
export async function previewWithdrawal(
  db: DbOrTx,
  orderId: number,
): Promise<{ ok: true; cancellation: StaffCancellation } | { ok: false; reason: WithdrawRefusal }> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const refused = order ? refuseWithdrawal(order) : 'not_found'
  if (refused) return { ok: false, reason: refused }
  const nothing = {
    message: null,
    deadline: null,
    refund_percent: 0,
    amount: 0,
    lines: [],
    to: [],
    passengers: [],
    divisible: false,
    departures: [],
  }
  return { ok: true, cancellation: { order_id: orderId, allowed: true, ...nothing } }
}

interface WithdrawalInput {
  orderId: number
  /** The reason for the audit log. */
  reason: string
  actor: string
  by: AuditBy
}

/**
 * Staff withdraw an order that waits for payment: seats, codes and reserved tenders are released at
 * once, and a customer who was mailed a payment link is told. An open payment is closed at the
 * provider first: money that arrived before makes it a paid order, which stands; money that arrives
 * later is refunded.
 */
export async function withdrawOrder(
  deps: ApiDeps,
  input: WithdrawalInput,
): Promise<{ ok: true } | { ok: false; reason: WithdrawRefusal }> {
  const { db } = deps.database
  const [known] = await db.select().from(orders).where(eq(orders.id, input.orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  const refused = refuseWithdrawal(known)
  if (refused) return { ok: false, reason: refused }
  const closed = await closeUnpaid(deps, known)
  if (!closed.ok) return closed
  return db.transaction((tx) => writeWithdrawal(tx, deps, input))
}

async function writeWithdrawal(
  tx: Tx,
  deps: ApiDeps,
  { orderId, reason, actor, by }: WithdrawalInput,
): Promise<{ ok: true } | { ok: false; reason: WithdrawRefusal }> {
  const order = await lockOrder(tx, orderId)
  const refused = refuseWithdrawal(order)
  if (refused) return { ok: false, reason: refused }
  const free = await lockForSuccessor(tx, orderId, by.at)
  if (!free.ok) return free
  await transitionOrder(tx, { orderId, to: 'cancelled', actor, reason, now: by.at })
  await releaseSeats(tx, orderId)
  deps.jobs?.wake('waitlists')
  if (await hasLink(tx, orderId)) {
    const mail = {
      kind: 'order_withdrawn' as const,
      eventKey: `order_withdrawn:${String(orderId)}`,
      orderId,
      to: order.email,
    }
    await queueMail(tx, mail, by.at, deps)
  }
  const after = { status: 'cancelled', reason }
  await writeAudit(tx, by, { resource: 'orders', id: orderId, before: { status: order.status }, after })
  return { ok: true }
}

/** Whether the customer was mailed a payment link, or will be shortly. */
async function hasLink(tx: Tx, orderId: number): Promise<boolean> {
  const link = and(
    eq(mails.orderId, orderId),
    eq(mails.kind, 'payment_link'),
    inArray(mails.state, ['queued', 'sent']),
  )
  return (await tx.$count(mails, link)) > 0
}
