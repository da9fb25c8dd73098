import { type Order } from '#contract/order.ts'

export const receiptHref = ({ id }: Pick<Order, 'id'>): string => `/orders/${String(id)}/receipt`

/** A link to an order's receipt; renders nothing while the order is unpaid. */
export function ReceiptLink({ order }: { order: Pick<Order, 'id' | 'completed_at'> }) {
  if (order.completed_at === null) return null
  return (
    <a className="btn second" href={receiptHref(order)}>
      Receipt
    </a>
  )
}
