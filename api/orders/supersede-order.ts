import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type ApiDeps } from '../deps.ts'
import { ownsOrder } from '../rules/access/permissions.ts'
import { type SignedInCaller } from '../http/http.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { findVisibleOrder, lockOrder, type OrderRow, transitionOrder } from '../store/orders/order.ts'
import { releaseSeats } from '../seats/order-seats.ts'
import { releaseTenders } from '../tenders/release-tenders.ts'

export type SupersedeRefusal =
  'not_found' | 'already_paid' | 'payment_in_progress' | 'payment_provider_unavailable'
type Closed = { ok: true } | { ok: false; reason: SupersedeRefusal }

const paid = ['completed', 'partially_paid', 'partially_refunded', 'refunded']

/**
 * Makes an order unpayable before another one replaces it. An open payment is closed at the
 * provider first, outside any transaction; if the money has arrived, the old order stands.
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

/** The same for an order known to be the shopper's own, on whichever device. */
export async function closeUnpaid(deps: ApiDeps, order: Pick<OrderRow, 'id' | 'status'>): Promise<Closed> {
  if (paid.includes(order.status)) return { ok: false, reason: 'already_paid' }
  const open = await findOpenAttempt(deps.database.db, order.id)
  if (!open) return { ok: true }
  const closed = await closeAttempt(deps, open.id)
  if (!closed.ok) return closed
  return closed.outcome === 'completed' ? { ok: false, reason: 'already_paid' } : { ok: true }
}

/** The slots on which an order holds seats, to be locked together with the new order's. */
export async function findHeldSlots(tx: Tx, orderId: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ slotId: flights.slotId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
  return rows.map(({ slotId }) => slotId)
}

/**
 * Locks the order to be replaced and checks again, because a payment may have begun since. Without
 * a payment there are no tenders; any that are reserved are released before slots are locked.
 */
export async function lockForSuccessor(tx: Tx, orderId: number, now: Date): Promise<Closed> {
  const order = await lockOrder(tx, orderId)
  if (paid.includes(order.status)) return { ok: false, reason: 'already_paid' }
  if (await findOpenAttempt(tx, orderId)) return { ok: false, reason: 'payment_in_progress' }
  await releaseTenders(tx, { orderId, now })
  return { ok: true }
}

/**
 * Cancels an unpaid order and releases its seats; the caller holds the locks of the order and its
 * slots.
 */
export async function supersedeOrder(tx: Tx, orderId: number, actor: string, now: Date): Promise<void> {
  await transitionOrder(tx, { orderId, to: 'cancelled', actor, reason: 'superseded', now })
  await releaseSeats(tx, orderId)
}
