import { type ReactNode } from 'react'
import { type Order } from '#contract/order.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { SelectField } from '../../ui/select-field.tsx'

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

interface FlightChoiceProps {
  order: Order
  label: string
  /** The flight that is shown. */
  chosen: number | null
}

/** Which flight of an order changes, where its party flies on several. */
export function FlightChoice({ order, label, chosen }: FlightChoiceProps) {
  if (order.flights.length <= 1 || order.quantity_type !== 'seat') return null
  return (
    <SelectField id="flight" name="flight" label={label} defaultValue={chosen ?? undefined}>
      {order.flights.map((one) => (
        <option key={one.flight_id} value={one.flight_id}>
          {formatDateTime(one.depart_at, one.timezone)}
        </option>
      ))}
    </SelectField>
  )
}
