import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { ActionPanel } from '../parts/action-panel.tsx'

/** The way to extras that are added to what is sold. */
export function ExtrasPanel({ order }: { order: Order }) {
  if (!isBooked(order.status) || order.kind === 'gift_cards') return null
  return (
    <ActionPanel id="add-extras" title="Add extras">
      <p className="muted">The price stands on the next page. Nothing is added before it is paid.</p>
      <p>
        <a className="btn second small" href={`/staff/orders/${String(order.id)}/extras`}>
          Add extras to this order
        </a>
      </p>
    </ActionPanel>
  )
}
