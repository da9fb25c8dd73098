import { AboutOrder } from '../page/about-order.tsx'
import { Breakdown } from '../ui/breakdown.tsx'
import { type Order } from '#contract/order.ts'
import { type OrderPassengersReply } from '#contract/passenger.ts'
import { type Place } from '#contract/enums.ts'
import { DepartureCancelledNotice, isDepartureCancelled } from '../rebooking/cancellation-notice.tsx'
import { PassengerParts } from '../passengers/passenger-parts.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { MembershipNotice } from '../membership/membership-notice.tsx'
import { secondCharge, getTotalLabel } from '../catalogue/second-charge.ts'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { cardName } from '../payments/card-name.ts'
import { StillToPay } from './order-money.tsx'
import { EmailCorrection, type EmailCorrectionProps } from './email-correction.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, formatTime, toLocalDate, toLocalTime, formatZone } from '../format/local-time.ts'
import { ReceiptLink } from '../receipts/receipt-link.tsx'
import { RefundList } from '../payments/refund-list.tsx'
import { DayClocks, Ticket } from '../flights/ticket.tsx'
import { firstName } from './purchase-state.ts'

function describePurchaseState({ status, waiting_for_answer: waiting }: Order): string {
  if (waiting) return 'waiting for your answer'
  return status === 'partially_refunded' ? 'partly refunded' : 'paid'
}

export interface BookedPageProps {
  /** The correction of the e-mail, for a guest who may have mistyped it. */
  correction?: Pick<EmailCorrectionProps, 'suggestion' | 'corrected'> | undefined
  order: Order
  places: Readonly<Record<number, Place>>
  contact: { phone: string; email: string }
  /** Which passengers have given their details; undefined if nobody has to. */
  passengers?: OrderPassengersReply | undefined
  /** The link to choose an alternative to a cancelled departure. */
  rebookingHref?: string | undefined
}

/** The page of a paid order. */
export function BookedPage({
  correction,
  order,
  places,
  contact,
  passengers,
  rebookingHref,
}: BookedPageProps) {
  const calledOff = order.flights.some(isDepartureCancelled)
  const { tickets } = useServiceTexts()
  const name = firstName(order)
  const flying = order.flights.filter((one) => !isDepartureCancelled(one))
  const second = secondCharge(order.membership)
  return (
    <div className="wrap section">
      <div className="head confirm-head">
        <p className="eyebrow">
          Order {order.number}, {describePurchaseState(order)}
        </p>
        <h1>{calledOff ? 'Your order' : `You’re booked${name ? `, ${name}` : ''}.`}</h1>
        {calledOff ? null : tickets && order.email !== null ? (
          <p>Your ticket is on its way to {order.email}.</p>
        ) : (
          <p>Please keep your order’s number: this page is your ticket, and nothing else may come by mail.</p>
        )}
      </div>
      {correction && tickets ? <EmailCorrection order={order} {...correction} /> : null}
      <MembershipNotice membership={order.membership} />
      <DepartureCancelledNotice flights={order.flights} rebookingHref={rebookingHref} />
      {flying.map((one) => (
        <Ticket
          key={one.flight_id}
          order={order}
          orderIds={[order.id]}
          flight={one}
          place={places[one.flight_id] ?? 'manhattan'}
        />
      ))}
      <div className="btn-row mt5 no-print">
        {tickets && !calledOff ? (
          <a
            className="btn"
            href={`/orders/${String(order.id)}/calendar.ics`}
            download={`${order.number}.ics`}
          >
            Add to calendar
          </a>
        ) : null}
        <button type="button" className="btn second" data-print hidden>
          Print ticket
        </button>
        {tickets ? <ReceiptLink order={order} /> : null}
      </div>
      <div className="with-rail confirm-rail">
        <div>
          <PassengerParts order={order} parts={passengers} back="confirmation" />
          <DayClocks flights={flying} />
        </div>
        <aside className="rail" aria-labelledby="paid">
          <h2 className="h-s mb4" id="paid">
            What you paid
          </h2>
          <Breakdown
            rows={breakdownRows(order)}
            total={formatDollars(order.amount_paid)}
            totalLabel={getTotalLabel(second, 'Total')}
            second={second}
          />
          <StillToPay order={order} />
          <Origin tenders={order.tenders} />
          <RefundList refunds={order.refunds} flights={order.flights} />
          {order.completed_at === null ? null : <p className="sm subtle mt4">{paidLine(order)}</p>}
          <AboutOrder number={order.number} contact={contact} />
        </aside>
      </div>
    </div>
  )
}

/** The amounts by source of payment; if one card paid everything, the line below says so. */
function Origin({ tenders }: Pick<Order, 'tenders'>) {
  if (tenders.every(({ kind }) => kind === 'card')) return null
  return (
    <section className="mt5" aria-labelledby="origin">
      <h3 className="flabel" id="origin">
        Where it came from
      </h3>
      <dl className="breakdown">
        {tenders.map(({ label, amount }, at) => (
          <div key={`${String(at)} ${label}`}>
            <dt>{label}</dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** `Paid with Visa ending 4242 on Saturday 21 November 2026, 10:26 am EST.` */
function paidLine({ payment_method: card, completed_at: at, flights }: Order): string {
  const payment = card ? ` with ${cardName(card).replace(/^Card/, 'a card')}` : ''
  const flight = flights[0]
  if (!at || !flight) return `Paid${payment}.`
  return (
    `Paid${payment} on ${formatDayAndYear(toLocalDate(at, flight.timezone))}, ` +
    `${formatTime(toLocalTime(at, flight.timezone))} ${formatZone(at, flight.timezone)}.`
  )
}
