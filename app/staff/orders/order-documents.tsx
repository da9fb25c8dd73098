import { type Order } from '#contract/order.ts'
import { type OrderMail } from '#contract/order-file.ts'
import { receiptHref } from '../../receipts/receipt-link.tsx'

const TICKETS: readonly string[] = ['order_confirmation', 'flight_moved']

/** The documents for a customer: the receipt to print, and the ticket to mail again. */
export function OrderDocuments({ order, mails }: { order: Order; mails: readonly OrderMail[] }) {
  if (order.completed_at === null) return null
  const ticket = mails.findLast(({ kind, repeatable }) => repeatable && TICKETS.includes(kind))
  return (
    <section className="desk-part" aria-labelledby="papers">
      <h2 id="papers">Ticket and receipt</h2>
      <div className="btn-row">
        <a className="btn second small" href={receiptHref(order)}>
          Receipt to print
        </a>
        {ticket ? (
          <form method="post" action="#mails">
            <input type="hidden" name="mail" value={ticket.id} />
            <button type="submit" className="btn second small" name="intent" value="mail">
              Mail {order.email} the ticket again
            </button>
          </form>
        ) : null}
      </div>
    </section>
  )
}
