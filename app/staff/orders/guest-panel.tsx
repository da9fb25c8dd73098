import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { ActionPanel } from '../parts/action-panel.tsx'

/** The way to more guests on the same departure. */
export function GuestPanel({ order }: { order: Order }) {
  if (!isBooked(order.status) || order.kind === 'gift_cards') return null
  return (
    <ActionPanel id="add-guests" title="Add guests">
      <p className="muted">The price stands on the next page. Nobody is added before it is paid.</p>
      <p>
        <a className="btn second small" href={`/staff/orders/${String(order.id)}/guests`}>
          Add guests to this party
        </a>
      </p>
    </ActionPanel>
  )
}
