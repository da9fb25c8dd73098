import { type Order } from '#contract/order.ts'

export const receiptHref = ({ id }: Pick<Order, 'id'>): string => `/orders/${String(id)}/receipt`

/** The way to an order's receipt; nothing while it is not paid. */
export function ReceiptLink({ order }: { order: Pick<Order, 'id' | 'completed_at'> }) {
  if (order.completed_at === null) return null
  return (
    <a className="btn second" href={receiptHref(order)}>
      Receipt
    </a>
  )
}
