import { type Order } from '#contract/order.ts'
import { telHref } from '../visit/shell-data.ts'
import { terminalTime } from '../flights/flight-day.ts'
import { formatLeavingTimes } from '../format/leaving-times.ts'
import { formatDay } from '../format/local-time.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { RefundList } from '../payments/refund-list.tsx'
import { type PurchaseState } from './purchase-state.ts'

export interface UnpaidPageProps {
  order: Order
  standing: Exclude<PurchaseState, 'booked'>
  hrefs: { here: string; pay: string; checkout: string }
  contact: { phone: string; email: string }
}

/** The return page in all states other than "booked". */
export function UnpaidPage({ order, standing, hrefs, contact }: UnpaidPageProps) {
  const { title, text } = describeUnpaid(order, standing)
  const [href, label] = nextStep(standing, order, hrefs)
  return (
    <div className="wrap section one-column">
      <div className="head confirm-head">
        <p className="eyebrow">Order {order.number}</p>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {order.last_payment_error && standing === 'unfinished' ? (
        <p className="alert bad mb6">
          {checkoutMessage({ code: 'invalid', message: order.last_payment_error, errors: {} })}
        </p>
      ) : null}
      {standing === 'refunded' || standing === 'given_up' ? (
        <div className="mb6">
          <RefundList refunds={order.refunds} flights={order.flights} />
        </div>
      ) : null}
      <div className="btn-row">
        <a className="btn" href={href}>
          {label}
        </a>
        {standing === 'unfinished' || standing === 'confirming' ? (
          <a className="btn second" href={hrefs.pay}>
            Change the booking
          </a>
        ) : null}
      </div>
      <p className="mt6 muted">
        Questions? Call{' '}
        <a className="nowrap" href={telHref(contact.phone)}>
          {contact.phone}
        </a>{' '}
        or write to <a href={`mailto:${contact.email}`}>{contact.email}</a>.
      </p>
    </div>
  )
}

function describeUnpaid(
  order: Order,
  standing: UnpaidPageProps['standing'],
): { title: string; text: string } {
  const flight = order.flights[0]
  const what = flight
    ? `${flight.product_name}, ${formatDay(flight.local_date)}, ${formatLeavingTimes(order.flights)} ` +
      `${flight.timezone_label}`
    : order.kind === 'gift_cards'
      ? 'Your gift cards'
      : 'Your flight'
  // A service that does not report until when seats are held may not hold them.
  const held =
    flight && order.held_until ? `: your seats are held until ${terminalTime(order.held_until, flight)}` : ''
  switch (standing) {
    case 'unfinished':
      return {
        title: 'Your payment is not finished.',
        text: `${what}${held}. You have not been charged.`,
      }
    case 'confirming':
      return {
        title: 'We are confirming your payment.',
        text:
          `${what}${held}. This page looks again by itself; nothing more is needed from you once ` +
          'you have paid.',
      }
    case 'gone':
      return {
        title: 'This booking was not completed.',
        text: `${
          order.kind === 'gift_cards' ? 'No gift card was made' : `${what}: the seats are free again`
        }. If money left your card all the same, it goes back by itself.`,
      }
    case 'refunded':
      return { title: 'This order was refunded.', text: `${what}: the money went back the way it came.` }
    case 'given_up':
      return { title: 'This order is cancelled.', text: `${what}: your seats are free for others.` }
  }
}

function nextStep(
  standing: UnpaidPageProps['standing'],
  order: Order,
  hrefs: UnpaidPageProps['hrefs'],
): [href: string, label: string] {
  if (standing === 'unfinished') return [order.payment_url ?? hrefs.pay, 'Go on to payment']
  if (standing === 'confirming') return [hrefs.here, 'Look again']
  return [hrefs.checkout, 'Choose a flight']
}
