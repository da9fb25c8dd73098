import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { ActionPanel } from '../parts/action-panel.tsx'

/** The two ways to another flight: staff choose it, or the customer does by a mailed link. */
export function MovePanel({ order }: { order: Order }) {
  const isPaid = order.completed_at !== null
  if (!(isPaid || isBooked(order.status)) || order.kind === 'gift_cards') return null
  const path = `/staff/orders/${String(order.id)}`
  return (
    <ActionPanel id="move" title="Move to another flight" letter="m">
      <p className="muted">The fee and what is left to pay stand on the next page. Nothing moves before.</p>
      <p>
        <a className="btn second small" href={`${path}/move`}>
          Move the flight for the customer
        </a>
      </p>
      {order.email === null || !isPaid ? null : (
        <form method="post" action={path}>
          <button type="submit" className="btn second small" name="intent" value="move_link">
            Mail {order.email} a link to move the flight
          </button>
        </form>
      )}
    </ActionPanel>
  )
}
