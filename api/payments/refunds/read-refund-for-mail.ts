import { eq } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { toCents } from '../../rules/money/money.ts'
import { findLeft } from '../../rules/refunds/plan-refund.ts'
import { type Refunded } from './refunded-mail.ts'
import { findNames } from './list-refunds.ts'
import { loadRefundable } from '../../store/orders/load-refundable.ts'
import { presentOrderRefund } from './present-refund.ts'

/** What the mail about an order's refund says; undefined when there is no such refund. */
export async function readRefundForMail(db: Db, orderRefundId: number): Promise<Refunded | undefined> {
  const [found] = await db
    .select({ refund: orderRefunds, kind: orders.kind, status: orders.status })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .where(eq(orderRefunds.id, orderRefundId))
  if (!found) return undefined
  const { refund, kind, status } = found
  const { order } = await loadRefundable(db, refund.orderId)
  const { to } = presentOrderRefund(refund, (await findNames(db, [refund.orderId]))(refund.orderId))
  const over = status === 'refunded' || status === 'cancelled' || findLeft(order).units === 0
  const some = refund.lines.some(
    ({ position, quantity }) => quantity > 0 && order.lines[position]?.kind !== 'upgrade',
  )
  return {
    orderNumber: `O-${String(refund.orderId)}`,
    amountCents: refund.amountCents,
    to: to.map(({ amount, ...rest }) => ({ ...rest, amountCents: toCents(amount) })),
    seatsGivenBack: kind === 'gift_cards' ? undefined : over ? 'all' : some ? 'some' : 'none',
  }
}
