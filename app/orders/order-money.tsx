import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { AboutOrder } from '../page/about-order.tsx'
import { secondCharge, getTotalLabel } from '../catalogue/second-charge.ts'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { WhyThisPrice } from '../selection/order-summary.tsx'
import { RefundList } from '../payments/refund-list.tsx'
import { Breakdown } from '../ui/breakdown.tsx'
import { orderZone } from './order-title.ts'
import { formatDateTime } from '../format/date-time.ts'

/** The price of an order with its lines, the payments, and the refunds. */
export function OrderMoney({ order, contact }: { order: Order; contact: { phone: string; email: string } }) {
  const paid = order.completed_at !== null || isBooked(order.status)
  const second = secondCharge(order.membership)
  return (
    <aside className="rail" aria-labelledby="price">
      <h2 className="h-s mb4" id="price">
        {paid ? 'What you paid' : 'What it costs'}
      </h2>
      <Breakdown
        rows={breakdownRows(order)}
        total={formatDollars(paid ? order.amount_paid : order.total)}
        totalLabel={getTotalLabel(second, 'Total')}
        second={second}
      />
      {order.lines[0]?.why ? <WhyThisPrice lines={order.lines} /> : null}
      <StillToPay order={order} />
      <Tenders order={order} />
      <RefundList refunds={order.refunds} flights={order.flights} />
      <AboutOrder number={order.number} contact={contact} />
    </aside>
  )
}

/** What is left of an order that is paid in parts, and when it is due. */
export function StillToPay({
  order,
}: {
  order: Pick<Order, 'status' | 'amount_due' | 'balance_due_at' | 'flights'>
}) {
  const { status, amount_due: due, balance_due_at: dueAt } = order
  if (status !== 'partially_paid' || due === null) return null
  return (
    <p className="alert warn" role="note">
      <strong>{formatDollars(due)} still to pay</strong>
      {dueAt === null ? '.' : `, by ${formatDateTime(dueAt, orderZone(order))}.`} Your seats are yours.
    </p>
  )
}

/** Every payment with its source and time. */
function Tenders({ order }: { order: Order }) {
  if (order.tenders.length === 0) return null
  return (
    <section className="mt5" aria-labelledby="origin">
      <h3 className="flabel" id="origin">
        Where it came from
      </h3>
      <dl className="breakdown">
        {order.tenders.map(({ label, amount, at }, index) => (
          <div key={`${String(index)} ${label}`}>
            <dt>
              {label}
              {at ? <small>{formatDateTime(at, orderZone(order))}</small> : null}
            </dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
