import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { type OrderMail } from '#contract/order-file.ts'
import { receiptHref } from '../../receipts/receipt-link.tsx'
import { ActionPanel } from '../parts/action-panel.tsx'

const TICKETS: readonly string[] = ['order_confirmation', 'flight_moved']

/** The documents for a customer: the ticket to mail again, and the receipt to print. */
export function SendAgain({ order, mails }: { order: Order; mails: readonly OrderMail[] }) {
  if (order.completed_at === null && !isBooked(order.status)) return null
  const ticket = mails.findLast(({ kind, repeatable }) => repeatable && TICKETS.includes(kind))
  return (
    <ActionPanel id="papers" title="Ticket and receipt" letter="a">
      {ticket ? (
        <form method="post" action={`/staff/orders/${String(order.id)}`}>
          <input type="hidden" name="mail" value={ticket.id} />
          <button type="submit" className="btn second small" name="intent" value="mail">
            Mail {order.email} the ticket again
          </button>
        </form>
      ) : (
        <p className="muted">
          {order.email === null ? 'They gave no e-mail: please add one first.' : 'No ticket was mailed yet.'}
        </p>
      )}
      <p>
        <a href={receiptHref(order)}>Receipt to print</a>
      </p>
    </ActionPanel>
  )
}
