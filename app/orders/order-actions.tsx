import { type Order } from '#contract/order.ts'
import { ReceiptLink } from '../receipts/receipt-link.tsx'
import { type Standing } from '../checkout/confirmation.ts'

/** What can be done with an order that stands. */
export function OrderActions({ order, standing }: { order: Order; standing: Standing }) {
  if (standing !== 'booked') return null
  const id = String(order.id)
  return (
    <div className="btn-row mt5 no-print">
      {order.flights.length > 0 ? (
        <a className="btn" href={`/orders/${id}/calendar.ics`} download={`${order.number}.ics`}>
          Add to calendar
        </a>
      ) : null}
      <button type="button" className="btn second" data-print hidden>
        Print
      </button>
      <ReceiptLink order={order} />
      {order.kind === 'gift_cards' ? null : (
        <a className="btn second" href={`/account/orders/${id}/cancel`}>
          Cancel this order
        </a>
      )}
    </div>
  )
}
