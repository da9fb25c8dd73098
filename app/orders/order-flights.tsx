import { Place } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { Ticket } from '../flights/ticket.tsx'
import { isDepartureCancelled } from '../rebooking/cancellation-notice.tsx'
import { formatDateTime } from '../format/date-time.ts'
import { type PurchaseState } from './purchase-state.ts'

type ShownOrder = Pick<
  Order,
  'id' | 'number' | 'status' | 'quantity' | 'quantity_type' | 'passengers' | 'flights'
>

/** In these states the passengers need not arrive. */
const OVER: readonly PurchaseState[] = ['gone', 'given_up', 'refunded']

/**
 * The flights of an order, in the terminal's zone; of an order that ended, only their names and
 * dates.
 */
export function OrderFlights({ order, standing }: { order: ShownOrder; standing: PurchaseState }) {
  return order.flights.map((flight) => {
    const departsAt = formatDateTime(flight.depart_at, flight.timezone)
    if (OVER.includes(standing) || isDepartureCancelled(flight)) {
      return (
        <p key={flight.flight_id} className="muted">
          It was for {flight.product_name} on <time dateTime={flight.depart_at}>{departsAt}</time>, from{' '}
          {flight.terminal_name}.
        </p>
      )
    }
    const place = Place.safeParse(flight.place)
    return (
      <Ticket
        key={flight.flight_id}
        order={order}
        orderIds={standing === 'booked' ? [order.id] : []}
        flight={flight}
        place={place.success ? place.data : 'manhattan'}
      />
    )
  })
}
