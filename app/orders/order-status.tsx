import { type OrderSummary } from '#contract/order-list.ts'

/** How a status is called (spec section 4); any other by its own name. */
const STATUS: Partial<Record<OrderSummary['status'], { text: string; look: string }>> = {
  completed: { text: 'paid', look: 'good' },
  awaiting_payment: { text: 'unpaid', look: 'warn' },
  partially_paid: { text: 'partial-p', look: 'warn' },
  partially_refunded: { text: 'partial-r', look: 'line' },
}

export function OrderStatusChip({ status }: Pick<OrderSummary, 'status'>) {
  const { text, look } = STATUS[status] ?? { text: status, look: 'line' }
  return <span className={`chip ${look}`}>{text}</span>
}

/** Beside the status: one of its flights does not leave. */
export const CalledOffChip = () => <span className="chip warn">called off</span>
