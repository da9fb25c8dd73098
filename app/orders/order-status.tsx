import { type OrderSummary } from '#contract/order-list.ts'

type Status = OrderSummary['status']
export type ShownOrder = Pick<OrderSummary, 'status' | 'waiting_for_answer'>

/** The labels of the statuses (spec section 4); any other status is shown by its name. */
const STATUS: Partial<Record<Status, { text: string; tone: string }>> = {
  completed: { text: 'paid', tone: 'good' },
  awaiting_payment: { text: 'unpaid', tone: 'warn' },
  partially_paid: { text: 'partial-p', tone: 'warn' },
  partially_refunded: { text: 'partial-r', tone: 'line' },
}

/** Explanations of the short forms, for staff. */
const MEANING: Partial<Record<Status, string>> = {
  partially_paid: 'partly paid',
  partially_refunded: 'partly refunded',
}

/**
 * The label of an order's status, for its buyer. An order with a cancelled departure waits for the
 * buyer's answer, whether or not it is paid.
 */
export function OrderStatusChip({ order }: { order: ShownOrder }) {
  if (order.waiting_for_answer) return <span className="chip warn">waiting for your answer</span>
  const { text, tone } = STATUS[order.status] ?? { text: order.status, tone: 'line' }
  return <span className={`chip ${tone}`}>{text}</span>
}

/** Staff tell states by shape and word, then by colour. */
const STAFF_TONES: Readonly<Record<string, string>> = { good: 'ok', warn: 'late', line: 'off' }

/** The label of a status for staff, with the short forms explained. */
export function StaffOrderStatusChip({ order }: { order: ShownOrder }) {
  const { tone } = STATUS[order.status] ?? { tone: 'line' }
  if (order.waiting_for_answer) return <span className="st late">Waiting for the customer’s answer</span>
  return (
    <span className={`st ${STAFF_TONES[tone] ?? 'off'}`}>
      {startWithCapital(staffStatusText(order.status))}
    </span>
  )
}

const startWithCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `partly refunded (partial-r)`; a status that is a plain word stays as it is. */
export function staffStatusText(status: Status): string {
  const text = STATUS[status]?.text ?? status
  const meaning = MEANING[status]
  return meaning === undefined ? text : `${meaning} (${text})`
}

/** Shown beside the status: one of the order's departures was cancelled. */
export const DepartureCancelledChip = () => <span className="chip warn">called off</span>
