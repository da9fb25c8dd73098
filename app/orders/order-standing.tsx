import { type Order } from '#contract/order.ts'
import { terminalTime } from '../flights/flight-day.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { type PurchaseState } from './purchase-state.ts'

export interface OrderStateNoticeProps {
  order: Order
  standing: PurchaseState
  payPath: string
}

/** The state of an order if it is more than just paid, with the next step. */
export function OrderStateNotice({ order, standing, payPath }: OrderStateNoticeProps) {
  const message = describeStanding(order, standing)
  if (!message) return null
  const declined = standing === 'unfinished' ? order.last_payment_error : null
  return (
    <div className={`alert ${message.tone} mb6`} role="status">
      <h2>{message.title}</h2>
      <p>{message.text}</p>
      {declined ? <p>{checkoutMessage({ code: 'invalid', message: declined, errors: {} })}</p> : null}
      <NextStep order={order} standing={standing} payPath={payPath} />
    </div>
  )
}

function NextStep({ order, standing, payPath }: OrderStateNoticeProps) {
  if (standing === 'unfinished') {
    return (
      <p className="btn-row mt4">
        <a className="btn" href={order.payment_url ?? payPath}>
          Go on to payment
        </a>
      </p>
    )
  }
  if (standing === 'confirming') {
    return (
      <p className="btn-row mt4">
        <a className="btn" href={`/account/orders/${String(order.id)}`}>
          Look again
        </a>
        <a className="btn second" href={payPath}>
          Change the booking
        </a>
      </p>
    )
  }
  if (standing === 'booked') return null
  const slug = order.flights[0]?.product_slug
  return (
    <p className="btn-row mt4">
      <a className="btn second" href={slug ? `/product/${slug}` : '/product'}>
        {slug ? 'Look at this flight again' : 'See the flights'}
      </a>
    </p>
  )
}

interface StandingText {
  tone: 'good' | 'warn' | 'bad' | ''
  title: string
  text: string
}

function describeStanding(order: Order, standing: PurchaseState): StandingText | undefined {
  const flight = order.flights[0]
  const gifts = order.kind === 'gift_cards'
  const held =
    flight && order.held_until ? ` Your seats are held until ${terminalTime(order.held_until, flight)}.` : ''
  switch (standing) {
    case 'booked':
      return order.status === 'partially_refunded'
        ? { tone: '', title: 'A part of it came back.', text: 'The rest of this order stands.' }
        : undefined
    case 'unfinished':
      return { tone: 'warn', title: 'This order is not paid yet.', text: `You have not been charged.${held}` }
    case 'confirming':
      return {
        tone: 'warn',
        title: 'We are confirming your payment.',
        text: `Nothing more is needed from you once you have paid.${held}`,
      }
    case 'gone':
      return {
        tone: '',
        title: 'This order was not completed.',
        text:
          `${gifts ? 'No gift card was made' : 'The seats are free again'}. If money left your ` +
          'card all the same, it goes back by itself.',
      }
    case 'refunded':
      return { tone: '', title: 'This order was refunded.', text: 'The money went back the way it came.' }
    case 'given_up':
      return {
        tone: '',
        title: 'This order is cancelled.',
        text: gifts ? 'Its gift cards cannot be used any more.' : 'Your seats are free for others.',
      }
  }
}
