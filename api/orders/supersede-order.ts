import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type ApiDeps } from '../deps.ts'
import { ownsOrder } from '../rules/access/order-access.ts'
import { type SignedInCaller } from '../http/http.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/find-attempt.ts'
import { findVisibleOrder } from '../store/orders/find-visible-order.ts'
import { lockOrder, type OrderRow } from '../store/orders/lock-order.ts'
import { releaseSeats } from '../seats/order-seats.ts'
import { releaseTenders } from '../tenders/release-tenders.ts'
import { transitionOrder } from '../store/orders/transition-order.ts'

export type SupersedeRefusal =
  'not_found' | 'already_paid' | 'payment_in_progress' | 'payment_provider_unavailable'
type Closed = { ok: true } | { ok: false; reason: SupersedeRefusal }

const paid = ['completed', 'partially_paid', 'partially_refunded', 'refunded']

/**
 * Before an order gives way to its successor: nobody may pay it any more. An open payment is closed
 * at the provider first, outside any transaction; if the money was faster, the old order stands.
 */
export async function closeForSuccessor(
  deps: ApiDeps,
  caller: SignedInCaller,
  orderId: number,
): Promise<Closed> {
  const { db } = deps.database
  const order = await findVisibleOrder(db, caller, orderId, ownsOrder)
  return order ? closeUnpaid(deps, order) : { ok: false, reason: 'not_found' }
}

/** The same for an order that is known to be the shopper's own, on whichever device. */
export async function closeUnpaid(deps: ApiDeps, order: Pick<OrderRow, 'id' | 'status'>): Promise<Closed> {
  if (paid.includes(order.status)) return { ok: false, reason: 'already_paid' }
  const open = await findOpenAttempt(deps.database.db, order.id)
  if (!open) return { ok: true }
  const closed = await closeAttempt(deps, open.id)
  if (!closed.ok) return closed
  return closed.outcome === 'completed' ? { ok: false, reason: 'already_paid' } : { ok: true }
}

/** The slots an order holds seats on, to be locked together with the new one's. */
export async function findHeldSlots(tx: Tx, orderId: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ slotId: flights.slotId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
  return rows.map(({ slotId }) => slotId)
}

/**
 * Locks the order that is to give way and looks once more: a payment may have begun since it was
 * closed. No payment, no tenders: should any be reserved all the same, they are free before slots
 * are locked.
 */
export async function lockForSuccessor(tx: Tx, orderId: number, now: Date): Promise<Closed> {
  const order = await lockOrder(tx, orderId)
  if (paid.includes(order.status)) return { ok: false, reason: 'already_paid' }
  if (await findOpenAttempt(tx, orderId)) return { ok: false, reason: 'payment_in_progress' }
  await releaseTenders(tx, { orderId, now })
  return { ok: true }
}

/**
 * Cancels an unpaid order and gives its seats back; the caller holds the locks of the order and its
 * slots.
 */
export async function supersedeOrder(tx: Tx, orderId: number, actor: string, now: Date): Promise<void> {
  await transitionOrder(tx, { orderId, to: 'cancelled', actor, reason: 'superseded', now })
  await releaseSeats(tx, orderId)
}
