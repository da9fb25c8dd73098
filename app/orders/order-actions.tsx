import { type Order } from '#contract/order.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { ReceiptLink } from '../receipts/receipt-link.tsx'
import { formatDay, formatTime } from '../format/local-time.ts'
import { isDepartureCancelled } from '../rebooking/cancellation-notice.tsx'
import { type PurchaseState } from './purchase-state.ts'

interface OrderActionsProps {
  order: Order
  standing: PurchaseState
  /** The order's brand lets buyers reschedule flights. */
  movable: boolean
}

/** The links and buttons of an active order. */
export function OrderActions({ order, standing, movable: reschedulable }: OrderActionsProps) {
  const { tickets } = useServiceTexts()
  if (standing !== 'booked') return null
  const id = String(order.id)
  return (
    <div className="btn-row mt5 no-print">
      {order.flights.some((flight) => !isDepartureCancelled(flight)) ? (
        <a className="btn" href={`/orders/${id}/calendar.ics`} download={`${order.number}.ics`}>
          Add to calendar
        </a>
      ) : null}
      {(tickets ? order.flights : []).map((flight, index) => (
        <a
          key={flight.flight_id}
          className="btn second"
          href={`/account/flights/${String(flight.flight_id)}`}
        >
          {order.flights.length > 1 ? `Flight ${String(index + 1)}` : 'Your flight'}
        </a>
      ))}
      <button type="button" className="btn second" data-print hidden>
        Print
      </button>
      <ReceiptLink order={order} />
      {(reschedulable ? listRescheduleLinks(order) : []).map(({ href, text }) => (
        <a key={href} className="btn second" href={href}>
          {text}
        </a>
      ))}
      {order.kind === 'gift_cards' ? null : (
        <a className="btn second" href={`/account/orders/${id}/cancel`}>
          Cancel this order
        </a>
      )}
    </div>
  )
}

/**
 * One link for each flight of a party that was rescheduled in parts. Cancelled departures have
 * none, and a whole aircraft is rescheduled together.
 */
function listRescheduleLinks({
  order_items: items,
  flights,
  changes,
}: Order): { href: string; text: string }[] {
  // A service that lists no changes cannot reschedule.
  if (!changes) return []
  // Guests who joined later have an item of their own on the same flight.
  const seats = items.filter(
    ({ kind, flight_id: at }, index) =>
      kind === 'seat' && items.findIndex((one) => one.kind === 'seat' && one.flight_id === at) === index,
  )
  const aircraft = items.filter(({ kind }) => kind === 'flight').slice(0, 1)
  return [...seats, ...aircraft].flatMap(({ id, kind, flight_id: flightId }) => {
    const flight = flights.find((one) => one.flight_id === flightId)
    if (flight && isDepartureCancelled(flight)) return []
    const when =
      seats.length > 1 && flight ? ` ${formatDay(flight.local_date)}, ${formatTime(flight.local_time)}` : ''
    return {
      href: `/reschedule-flight/${kind === 'flight' ? 'f' : ''}${String(id)}`,
      text: `Reschedule${when}`,
    }
  })
}
