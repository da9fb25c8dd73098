import { type OrderSummary } from '#contract/order-list.ts'

type Status = OrderSummary['status']
export type ShownOrder = Pick<OrderSummary, 'status' | 'waiting_for_answer'>

/** How a status is called (spec section 4); any other by its own name. */
const STATUS: Partial<Record<Status, { text: string; look: string }>> = {
  completed: { text: 'paid', look: 'good' },
  awaiting_payment: { text: 'unpaid', look: 'warn' },
  partially_paid: { text: 'partial-p', look: 'warn' },
  partially_refunded: { text: 'partial-r', look: 'line' },
}

/** What the short forms mean, for staff. */
const MEANING: Partial<Record<Status, string>> = {
  partially_paid: 'partly paid',
  partially_refunded: 'partly refunded',
}

/**
 * How an order stands, for its buyer. A cancelled departure waits for their answer, whatever was
 * paid.
 */
export function OrderStatusChip({ order }: { order: ShownOrder }) {
  if (order.waiting_for_answer) return <span className="chip warn">waiting for your answer</span>
  const { text, look } = STATUS[order.status] ?? { text: order.status, look: 'line' }
  return <span className={`chip ${look}`}>{text}</span>
}

/** The same for staff, with the short forms written out. */
export function StaffOrderStatusChip({ order }: { order: ShownOrder }) {
  const { look } = STATUS[order.status] ?? { look: 'line' }
  if (order.waiting_for_answer) return <span className="chip warn">waiting for the customer’s answer</span>
  return <span className={`chip ${look}`}>{staffStatusText(order.status)}</span>
}

/** `partial-r (partly refunded)`; a status that is a plain word by that alone. */
export function staffStatusText(status: Status): string {
  const text = STATUS[status]?.text ?? status
  const meaning = MEANING[status]
  return meaning === undefined ? text : `${text} (${meaning})`
}

/** Beside the status: one of its flights does not leave. */
export const CalledOffChip = () => <span className="chip warn">called off</span>
