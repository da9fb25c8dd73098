import { type OrderSummary } from '#contract/order-list.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatLeavingTimes } from '../../format/leaving-times.ts'
import { formatShortDate } from '../../format/local-time.ts'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { orderTitle } from '../../orders/order-title.ts'
import { CHANNELS } from '../orders/order-words.ts'
import { StaffTable } from '../parts/staff-table.tsx'

const ALIVE: readonly OrderSummary['status'][] = [
  'awaiting_payment',
  'partially_paid',
  'completed',
  'partially_refunded',
]

/** Whether an order still flies: today or later, and not cancelled. */
export const isToCome = ({ status, flights }: OrderSummary, today: string): boolean =>
  ALIVE.includes(status) && flights.some(({ local_date: date }) => date >= today)

interface CustomerFlightsProps {
  orders: readonly OrderSummary[]
  /** The number of all orders. */
  count: number
  email: string | null
  today: string
}

/** The orders of a customer: those that fly still, and the others. */
export function CustomerFlights({ orders, count, email, today }: CustomerFlightsProps) {
  const ahead = orders.filter((order) => isToCome(order, today))
  const past = orders.filter((order) => !ahead.includes(order))
  return (
    <>
      <Part id="ahead" title="To come" orders={ahead} none="No flight is booked." />
      <Part id="past" title="Flown and past" orders={past} none="None so far." />
      {count > orders.length && email !== null ? (
        <p>
          <a href={`/staff/orders?${new URLSearchParams({ q: email }).toString()}`}>All with this e-mail</a>
        </p>
      ) : null}
    </>
  )
}

interface PartProps {
  id: string
  title: string
  orders: readonly OrderSummary[]
  none: string
}

function Part({ id, title, orders, none }: PartProps) {
  return (
    <section className="desk-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {orders.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <StaffTable label={`Table: ${title}`} heads={HEADS} figures={['Amount']} caption={title} stacked>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </StaffTable>
      )}
    </section>
  )
}

const HEADS = ['Flight', 'When', 'Seats', 'State', 'Amount'] as const

function OrderRow({ order }: { order: OrderSummary }) {
  const [flight] = order.flights
  const sold = order.channel === undefined ? '' : CHANNELS[order.channel]
  return (
    <tr data-row="" tabIndex={-1}>
      <th scope="row">
        <a href={`/staff/orders/${String(order.id)}`}>{order.gift?.product_name ?? orderTitle(order)}</a>
        <small>{[order.number, sold].filter(Boolean).join(', ')}</small>
      </th>
      <td>
        {flight ? formatShortDate(flight.local_date) : 'Gift cards'}
        {flight ? (
          <small>
            {formatLeavingTimes(order.flights)}, {flight.terminal_name}
          </small>
        ) : null}
      </td>
      <td data-label="Seats">{order.quantity}</td>
      <td>
        <StaffOrderStatusChip order={order} />
      </td>
      <td className="r">{formatDollars(order.total)}</td>
    </tr>
  )
}
