import { type OrderSummary } from '#contract/order-list.ts'

type Status = OrderSummary['status']
export type ShownOrder = Pick<OrderSummary, 'status' | 'waiting_for_answer'>

/** How a status is called (spec section 4); any other by its own name. */
const STATUS: Partial<Record<Status, { text: string; tone: string }>> = {
  completed: { text: 'paid', tone: 'good' },
  awaiting_payment: { text: 'unpaid', tone: 'warn' },
  partially_paid: { text: 'partial-p', tone: 'warn' },
  partially_refunded: { text: 'partial-r', tone: 'line' },
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
  const { text, tone } = STATUS[order.status] ?? { text: order.status, tone: 'line' }
  return <span className={`chip ${tone}`}>{text}</span>
}

/** The same for staff, with the short forms written out. */
export function StaffOrderStatusChip({ order }: { order: ShownOrder }) {
  const { tone } = STATUS[order.status] ?? { tone: 'line' }
  if (order.waiting_for_answer) return <span className="chip warn">waiting for the customer’s answer</span>
  return <span className={`chip ${tone}`}>{staffStatusText(order.status)}</span>
}

/** `partial-r (partly refunded)`; a status that is a plain word by that alone. */
export function staffStatusText(status: Status): string {
  const text = STATUS[status]?.text ?? status
  const meaning = MEANING[status]
  return meaning === undefined ? text : `${text} (${meaning})`
}

/** Beside the status: one of its flights does not leave. */
export const DepartureCancelledChip = () => <span className="chip warn">called off</span>
