import { type Order } from '#contract/order.ts'
import { orderZone } from './order-title.ts'
import { formatDateTime } from '../format/date-time.ts'

/** The events of an order, newest first. */
export function OrderHistory({ order }: { order: Pick<Order, 'history' | 'flights'> }) {
  const history = order.history ?? []
  if (history.length === 0) return null
  return (
    <section aria-labelledby="history">
      <h2 id="history">What happened so far</h2>
      <ol className="order-history" reversed>
        {history.toReversed().map(({ at, text }, index) => (
          <li key={`${String(index)} ${at}`}>
            <p>{text}</p>
            <time className="sm subtle" dateTime={at}>
              {formatDateTime(at, orderZone(order))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
