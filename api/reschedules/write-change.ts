import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { type OrderChangeDetails } from '../rules/reschedules/order-change-request.ts'
import { type PricedChange } from '../rules/pricing/price-added-upgrades.ts'
import { type SignedInCaller } from '../http/http.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { countAttempts } from '../payments/begin-payment.ts'
import { reserveTenders } from '../tenders/reserve-tenders.ts'
import { type OrderChange } from '../store/orders/find-change.ts'

/** The failed attempts for one order after which card testing is suspected. */
const MAX_FAILED = 20

export type ReadyOrder =
  | { ok: true; order: OrderRow; lastNo: number }
  | { ok: false; reason: 'payment_in_progress' | 'too_many_cards' }

/** Locks an order that is to be changed; refused while a payment of it is open. */
export async function lockForChange(tx: Tx, orderId: number): Promise<ReadyOrder> {
  const order = await lockOrder(tx, orderId)
  if (await findOpenAttempt(tx, orderId)) return { ok: false, reason: 'payment_in_progress' }
  const before = await countAttempts(tx, orderId)
  if (before.failed >= MAX_FAILED) return { ok: false, reason: 'too_many_cards' }
  return { ok: true, order, lastNo: before.lastNo }
}

export interface NewChange {
  orderId: number
  kind: OrderChange['kind']
  by: SignedInCaller
  wish: OrderChangeDetails
  hash: string
  priced: PricedChange
  /** The part of its fee that staff waive. */
  waivedCents?: number
  now: Date
}

/**
 * Writes a change of a locked order. Unpaid changes are superseded, and late money for them is
 * refunded.
 */
export async function writeChange(
  tx: Tx,
  { by, hash, priced, now, ...change }: NewChange,
): Promise<OrderChange> {
  await tx
    .update(orderChanges)
    .set({ state: 'superseded', settledAt: now })
    .where(
      and(
        eq(orderChanges.orderId, change.orderId),
        inArray(orderChanges.state, ['awaiting_payment', 'expired']),
      ),
    )
  const { lines, totalCents, creditsCents } = priced
  const [written] = await tx
    .insert(orderChanges)
    .values({
      ...change,
      state: 'awaiting_payment',
      actor: by.kind === 'guest' ? `session:${by.sessionId}` : `user:${String(by.userId)}`,
      wishHash: hash,
      lines,
      totalCents,
      creditsCents,
      createdAt: now,
    })
    .returning()
  if (!written) throw new Error('The order change was not written')
  return written
}

/** Reserves the payer's credit for a change or a part of it. */
export async function reserveCredit(
  tx: Tx,
  change: OrderChange,
  { userId, attemptId, now }: { userId: number; attemptId: number | null; now: Date },
): Promise<void> {
  const paid = { giftCards: [], vouchers: [], creditCents: change.creditsCents }
  await reserveTenders(tx, { orderId: change.orderId, attemptId, userId, paid, now })
}
