import { type Order } from '#contract/order.ts'
import { formatDateTime } from '../format/date-time.ts'
import { OrderFlights } from '../orders/order-flights.tsx'
import { CallUs } from './call-us.tsx'

export type RescheduleResult = NonNullable<Order['changes']>[number]

interface Props {
  order: Order
  change: RescheduleResult
  /** The page to try another card; undefined if the brand reschedules only by phone. */
  again: string | undefined
  contact: { phone: string; email: string }
}

/** The result of a reschedule: completed, not paid yet, or refunded. */
export function RescheduleResultPage({ order, change, again, contact }: Props) {
  const isCompleted = change.status === 'completed'
  const message = isCompleted ? undefined : describeResult(change)
  return (
    <div className="wrap section">
      <div className="head confirm-head" role="status">
        <p className="eyebrow">
          Order <span className="order-number">{order.number}</span>
        </p>
        <h1>{message?.title ?? 'Your flight is moved.'}</h1>
        <p>{message?.text ?? describeTicket(order)}</p>
      </div>
      <p className="btn-row mt5 mb6">
        {change.payment_url ? (
          <a className="btn" href={change.payment_url}>
            Go on to payment
          </a>
        ) : null}
        {isCompleted ? (
          <a
            className="btn"
            href={`/orders/${String(order.id)}/calendar.ics`}
            download={`${order.number}.ics`}
          >
            Add to calendar
          </a>
        ) : again ? (
          <a className="btn second" href={again}>
            {change.last_payment_error ? 'Try another card' : 'Back to the dates'}
          </a>
        ) : null}
        <a className="btn second" href={`/account/orders/${String(order.id)}`}>
          See the order
        </a>
      </p>
      <h2 className="h-s mb4">{isCompleted ? 'Your flight' : 'Your flight, as it was'}</h2>
      <OrderFlights order={order} standing="booked" />
      {isCompleted ? null : <UnchangedFlight order={order} />}
      <CallUs contact={contact} number={order.number} />
    </div>
  )
}

function UnchangedFlight({
  order: {
    flights: [flight],
  },
}: Pick<Props, 'order'>) {
  return flight ? (
    <p className="mt5">
      You still fly on {formatDateTime(flight.depart_at, flight.timezone)}, as long as nothing is paid.
    </p>
  ) : null
}

function describeResult({ status, last_payment_error: declined, payment_url: url }: RescheduleResult): {
  title: string
  text: string
} {
  switch (status) {
    case 'awaiting_payment':
      if (declined) {
        return {
          title: 'Your flight is not moved yet.',
          text: 'Your card was declined. Try a different card or contact your bank.',
        }
      }
      return url
        ? {
            title: 'Your flight is not moved yet.',
            text: 'The new seats are kept for you until you have paid.',
          }
        : {
            title: 'Your payment is being confirmed.',
            text: 'Your flight is moved as soon as your bank has said yes.',
          }
    case 'returned':
      return {
        title: 'Your flight could not be moved any more.',
        text: 'Your payment goes back to your card by itself.',
      }
    case 'completed':
    case 'expired':
    case 'superseded':
      return {
        title: 'Your flight was not moved.',
        text: 'It was not paid in time, and nothing was charged.',
      }
  }
}

const describeTicket = ({ email }: Pick<Order, 'email'>): string =>
  email === null
    ? 'Your order’s page has the new ticket.'
    : `The new ticket and a calendar file are on their way to ${email}.`
