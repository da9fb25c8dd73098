import { type ReactNode } from 'react'
import { type Order } from '#contract/order.ts'
import { formatDateTime } from '../../format/date-time.ts'

interface ChangeHeadProps {
  order: Order
  title: string
  /** The flight that changes. */
  flight: Order['flights'][number] | undefined
  /** What else is said of it, behind its time. */
  children?: ReactNode
}

/** The head of a page that changes a paid order: the way back, and which flight it is about. */
export function ChangeHead({ order, title, flight, children }: ChangeHeadProps) {
  return (
    <div className="desk-head">
      <div>
        <p className="eyebrow">
          <a href={`/staff/orders/${String(order.id)}`}>Order {order.number}</a>
        </p>
        <h1>{title}</h1>
        {flight ? (
          <p>
            {flight.product_name}, {formatDateTime(flight.depart_at, flight.timezone)}
            {children}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Whether an order's party flies on several flights, of which a change is of one. */
export const fliesApart = ({ flights, quantity_type: unit }: Order): boolean =>
  flights.length > 1 && unit === 'seat'

/** The flights of an order, to choose the one that changes. */
export const FlightOptions = ({ order }: { order: Order }) =>
  order.flights.map((one) => (
    <option key={one.flight_id} value={one.flight_id}>
      {formatDateTime(one.depart_at, one.timezone)}
    </option>
  ))
