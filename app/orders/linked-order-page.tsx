import { isBooked } from '#contract/enums.ts'
import { type FlightPhoto } from '#contract/flight.ts'
import { type LinkedOrder } from '#contract/order-link.ts'
import { type OrderPassengersReply } from '#contract/passenger.ts'
import { AboutOrder } from '../page/about-order.tsx'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'
import { CallWelcome } from '../page/call-welcome.tsx'
import { Breakdown } from '../ui/breakdown.tsx'
import { FlightPhotos } from '../flights/flight-photos.tsx'
import { PartyCode } from '../passengers/party-code.tsx'
import { PassengerParts } from '../passengers/passenger-parts.tsx'
import { DepartureCancelledNotice, isDepartureCancelled } from '../rebooking/cancellation-notice.tsx'
import { OrderComments } from './order-comments.tsx'
import { OrderFlights } from './order-flights.tsx'
import { OrderHistory } from './order-history.tsx'
import { StillToPay } from './order-money.tsx'
import { OrderStatusChip } from './order-status.tsx'
import { orderTitle, orderZone } from './order-title.ts'
import { type PurchaseState } from './purchase-state.ts'

export interface LinkedOrderPageProps {
  order: LinkedOrder
  party: OrderPassengersReply
  photos: readonly FlightPhoto[]
  /** The path of this page, with its secret. */
  path: string
  contact: { phone: string; email: string }
}

const describeOrderState = ({ status, completed_at: paidAt }: LinkedOrder): PurchaseState => {
  if (isBooked(status)) return 'booked'
  if (status === 'awaiting_payment' || status === 'partially_paid') return 'unfinished'
  if (status === 'refunded') return 'refunded'
  return paidAt === null ? 'gone' : 'given_up'
}

const SAID: Partial<Record<PurchaseState, string>> = {
  unfinished: 'This order is not paid yet. Please go on in the browser you booked in.',
  refunded: 'This order was refunded. The money went back the way it came.',
  given_up: 'This order is cancelled, and your seats are free for others.',
  gone: 'This order was not completed. If money left your card all the same, it goes back by itself.',
}

/** An order behind the link of its mails: to be read, forwarded, and added to a calendar. */
export function LinkedOrderPage({ order, party, photos, path, contact }: LinkedOrderPageProps) {
  const standing = describeOrderState(order)
  const booked = standing === 'booked'
  const zone = orderZone(order)
  return (
    <div className="wrap section order-page">
      <div className="order-head">
        <p className="eyebrow">
          Order <span className="order-number">{order.number}</span>
        </p>
        <h1>{orderTitle(order)}</h1>
        <p className="order-facts">
          <OrderStatusChip order={order} />
          <span className="muted">Placed on {formatDayAndYear(toLocalDate(order.created_at, zone))}</span>
        </p>
      </div>
      {SAID[standing] ? <p className="alert mb6">{SAID[standing]}</p> : null}
      {booked ? <DepartureCancelledNotice flights={order.flights} rebookingHref={undefined} /> : null}
      <OrderComments order={order} />
      <OrderFlights order={order} standing={standing} />
      {booked ? <PartyCode url={party.party_url} /> : null}
      {booked ? (
        <div className="btn-row mt5 no-print">
          {order.flights.length > 0 && !order.flights.some(isDepartureCancelled) ? (
            <a className="btn" href={`${path}/calendar.ics`} download={`${order.number}.ics`}>
              Add to calendar
            </a>
          ) : null}
          <button type="button" className="btn second" data-print hidden>
            Print
          </button>
        </div>
      ) : null}
      <div className="with-rail order-body">
        <div className="order-parts">
          <FlightPhotos photos={photos} hrefOf={({ id }) => `${path}/photos/${String(id)}`} />
          {booked && party.passengers.length > 0 ? (
            <PassengerParts order={order} parts={party} back={undefined} />
          ) : null}
          <OrderHistory order={order} />
        </div>
        <aside className="rail" aria-labelledby="price">
          <h2 className="h-s mb4" id="price">
            {order.completed_at === null ? 'What it costs' : 'What was paid'}
          </h2>
          <Breakdown
            rows={breakdownRows(order)}
            total={formatDollars(order.completed_at === null ? order.total : order.amount_paid)}
          />
          <StillToPay order={order} />
          <AboutOrder number={order.number} contact={contact} />
          <WhatElse order={order} />
        </aside>
      </div>
    </div>
  )
}

/** What this link cannot do, and until when it is valid. */
function WhatElse({ order }: { order: LinkedOrder }) {
  const until = formatDayAndYear(toLocalDate(order.open_until, orderZone(order)))
  return (
    <div className="mt5 sm muted no-print">
      <p>
        Whoever has this address sees this order, until {until}.{' '}
        {order.without_email ? (
          'To change or cancel it, or for a receipt, please call or write to us.'
        ) : (
          <>
            To change or cancel it,{' '}
            <a href={`/account/orders/${String(order.id)}`}>open it in your account</a>. Its mail has a link
            to its receipt too.
          </>
        )}
      </p>
    </div>
  )
}

export function NoOrderLink({ contact }: Pick<LinkedOrderPageProps, 'contact'>) {
  return (
    <div className="wrap section narrow">
      <div className="head">
        <h1>This link does not open an order any more.</h1>
        <p>The newest mail about your order has one that does. In your account every order stays.</p>
      </div>
      <p className="btn-row">
        <a className="btn" href="/account/orders">
          Your orders
        </a>
      </p>
      <p className="mt5">
        Or call <CallWelcome phone={contact.phone} />
      </p>
    </div>
  )
}
