import { asc, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderLines } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { saleEntries } from '../domain/ledger.ts'
import { type OrderRow } from './lock-order.ts'
import { postLedger } from './post-ledger.ts'
import { queueMail } from './queue-mail.ts'
import { transitionOrder } from './transition-order.ts'

export interface Completion {
  order: Pick<OrderRow, 'id' | 'email' | 'totalCents' | 'creditsCents'>
  /** Names the event in the ledger: `payment:12`, or `order:1042` when there was nothing to pay. */
  eventKey: string
  actor: string
  reason: string
  now: Date
}

/**
 * Makes an order completed: status with its event, ledger, confirmation mail. The caller holds the order's lock and
 * has sold the seats. All or nothing with the caller's transaction.
 *
 * @throws when the order may not become completed: the caller has to look before
 */
export async function completeOrder(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, eventKey, actor, reason, now }: Completion,
): Promise<void> {
  const amountPaidCents = order.totalCents - order.creditsCents
  const to = 'completed'
  const moved = await transitionOrder(tx, { orderId: order.id, to, actor, reason, now, amountPaidCents })
  if (!moved.ok) throw new Error(`Order ${String(order.id)} cannot be completed: ${moved.reason}`)
  const lines = await tx
    .select({ kind: orderLines.kind, amountCents: orderLines.amountCents })
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const entries = saleEntries(lines, amountPaidCents)
  await postLedger(tx, { orderId: order.id, kind: 'sale', eventKey, entries, now })
  await queueMail(
    tx,
    {
      kind: 'order_confirmation',
      eventKey: `order_confirmation:${String(order.id)}`,
      orderId: order.id,
      to: order.email,
    },
    now,
    deps,
  )
}
