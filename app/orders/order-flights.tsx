import { Place } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { Ticket } from '../checkout/ticket.tsx'

/** The flights of an order, in the time of the place they leave from. */
export function OrderFlights({ order }: { order: Order }) {
  return order.flights.map((flight) => {
    const place = Place.safeParse(flight.place)
    return (
      <Ticket
        key={flight.flight_id}
        order={order}
        flight={flight}
        place={place.success ? place.data : 'manhattan'}
      />
    )
  })
}
