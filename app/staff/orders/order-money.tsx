import { type Order } from '#contract/order.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { getTotalLabel, secondCharge } from '../../catalogue/second-charge.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { RefundList } from '../../payments/refund-list.tsx'
import { WhyThisPrice } from '../../selection/order-summary.tsx'
import { Breakdown } from '../../ui/breakdown.tsx'

/** What an order costs, and beside it how it was paid. */
export function OrderMoney({ order }: { order: Order }) {
  const second = secondCharge(order.membership)
  return (
    <section className="desk-part" aria-labelledby="price">
      <h2 id="price">Money</h2>
      <div className="order-money">
        <div>
          <Breakdown
            rows={breakdownRows(order)}
            total={formatDollars(order.total)}
            totalLabel={getTotalLabel(second, 'Total')}
            second={second}
          />
          {order.lines[0]?.why ? <WhyThisPrice lines={order.lines} /> : null}
        </div>
        <div>
          <Paid order={order} />
          <RefundList refunds={order.refunds} flights={order.flights} />
        </div>
      </div>
    </section>
  )
}

/** The states in which something may still be paid. */
const OPEN: readonly Order['status'][] = ['awaiting_payment', 'partially_paid', 'expired']

function Paid({ order: { status, tenders, amount_paid: paid, amount_due: due } }: { order: Order }) {
  return (
    <dl className="sums">
      {tenders.map(({ label, amount }, index) => (
        <div key={`${String(index)} ${label}`}>
          <dt>{label}</dt>
          <dd>{formatDollars(amount)}</dd>
        </div>
      ))}
      <div className="tot">
        <dt>
          <b>Paid in money</b>
        </dt>
        <dd className="num">{formatDollars(paid)}</dd>
      </div>
      <div>
        <dt className="muted">Left to pay</dt>
        <dd>{formatDollars(OPEN.includes(status) ? (due ?? 0) : 0)}</dd>
      </div>
    </dl>
  )
}
