import { type Order } from '#contract/order.ts'
import { orderZone } from './order-title.ts'
import { formatDateTime } from '../format/date-time.ts'

/** The operator's public comments on an order; renders nothing without any. */
export function OrderComments({ order }: { order: Pick<Order, 'comments' | 'flights'> }) {
  const comments = order.comments ?? []
  if (comments.length === 0) return null
  return (
    <section className="alert mb6 order-comments" aria-labelledby="comments">
      <h2 id="comments">{comments.length === 1 ? 'A note from our team' : 'Notes from our team'}</h2>
      {comments.map(({ at, body }, index) => (
        <div key={`${String(index)} ${at}`}>
          <p>{body}</p>
          <time className="sm subtle" dateTime={at}>
            {formatDateTime(at, orderZone(order))}
          </time>
        </div>
      ))}
    </section>
  )
}
