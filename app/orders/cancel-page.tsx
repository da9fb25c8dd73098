import { type Cancellation } from '#contract/refund.ts'
import { type Order } from '#contract/order.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { RefundList } from '../payments/refund-list.tsx'
import { goesToBank, describeReturn } from '../payments/refund-text.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { telHref } from '../visit/shell-data.ts'
import { formatLeavingTimes } from '../format/leaving-times.ts'
import { formatDay } from '../format/local-time.ts'
import { orderTitle, orderZone } from './order-title.ts'
import { formatDateTime } from '../format/date-time.ts'
import { StayHomeForm } from './partial-cancel-form.tsx'
import { listNames, passengerTitle } from '../passengers/passenger-title.ts'

export interface CancelPageProps {
  order: Order
  /** Undefined if the service cannot preview refunds. */
  cancellation: Cancellation | undefined
  contact: { phone: string; email: string }
  /** True if a part of the party was to be cancelled and nobody was selected. */
  nobody: boolean
  /** Why the cancellation was refused. */
  refusal?: string | undefined
}

/** The confirmation page of a cancellation: what is refunded, and to where. */
export function CancelPage({ order, cancellation, contact, nobody, refusal }: CancelPageProps) {
  const here = `/account/orders/${String(order.id)}`
  return (
    <div className="wrap section cancel-way">
      <p className="mb6">
        <a href={here}>Back to order {order.number}</a>
      </p>
      {refusal ? <ErrorSummary items={[{ text: refusal }]} /> : null}
      {nobody && !refusal ? (
        <ErrorSummary items={[{ text: 'Please choose who stays home', target: 'who' }]} />
      ) : null}
      {cancellation?.allowed ? (
        <Offer order={order} cancellation={cancellation} here={here} nobody={nobody} />
      ) : (
        <NotNow order={order} cancellation={cancellation} contact={contact} />
      )}
    </div>
  )
}

interface OfferProps {
  order: Order
  cancellation: Cancellation
  here: string
  nobody: boolean
}

function Offer({ order, cancellation, here, nobody }: OfferProps) {
  const staying = cancellation.passengers.filter((one) => one.stays_home)
  const part = staying.length < cancellation.passengers.length
  const names = listNames(staying.map(passengerTitle))
  const { amount, to, deadline, refund_percent: percent } = cancellation
  const flight = order.flights[0]
  return (
    <>
      <div className="head">
        <p className="eyebrow">Order {order.number}</p>
        <h1>{part ? `Cancel for ${names}?` : `Cancel ${orderTitle(order)}?`}</h1>
        {flight ? (
          <p>
            {formatDay(flight.local_date)}, {formatLeavingTimes(order.flights)} {flight.timezone_label}.{' '}
            {part
              ? 'The others fly as booked.'
              : 'All of the order is cancelled, and its seats are free for others.'}
          </p>
        ) : null}
      </div>
      <StayHomeForm cancellation={cancellation} nobody={nobody} />
      {nobody ? null : (
        <>
          <section className="card" aria-labelledby="back">
            <h2 className="h-s mb4" id="back">
              {to.length > 0 ? 'What comes back, and where' : 'Nothing comes back'}
            </h2>
            {to.length > 0 ? <Returns cancellation={cancellation} /> : null}
            <p className="sm subtle mt4">
              {percent < 100
                ? `By the rule of this flight ${String(percent)}% of the price comes back. `
                : ''}
              {to.some(goesToBank) ? 'Banks usually show it within five to ten business days. ' : ''}
              {deadline ? `You can cancel until ${formatDateTime(deadline, orderZone(order))}.` : ''}
            </p>
          </section>
          <form method="post" action={`${here}/cancel`} className="btn-row mt6">
            <input type="hidden" name="amount" value={amount} />
            {part ? staying.map(({ id }) => <input key={id} type="hidden" name="who" value={id} />) : null}
            <SubmitButton intent="cancel" className="danger">
              {part ? `Cancel for ${names}` : 'Cancel this order'}
            </SubmitButton>
            <a className="btn second" href={here}>
              Keep it
            </a>
          </form>
        </>
      )}
    </>
  )
}

function Returns({ cancellation: { to, amount } }: { cancellation: Cancellation }) {
  return (
    <dl className="breakdown">
      {to.map((part, index) => (
        <div key={`${String(index)} ${part.label}`}>
          <dt>{describeReturn(part)}</dt>
          <dd>{formatDollars(part.amount)}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{to.some(({ kind }) => kind === 'credit') ? 'In money and credit' : 'In money'}</dt>
        <dd>{formatDollars(amount)}</dd>
      </div>
    </dl>
  )
}

function NotNow({
  order,
  cancellation,
  contact,
}: Pick<CancelPageProps, 'order' | 'cancellation' | 'contact'>) {
  const ended = order.status === 'refunded' || order.status === 'cancelled'
  const { deadline = null, message } = cancellation ?? {}
  return (
    <>
      <div className="head">
        <p className="eyebrow">Order {order.number}</p>
        <h1>{ended ? 'This order is cancelled.' : 'This order cannot be cancelled here.'}</h1>
        <p>
          {ended
            ? 'Nothing more is needed from you.'
            : (message ?? 'Please contact us, and we look into it.')}
        </p>
        {!ended && deadline && cancellation ? (
          <p>It could be cancelled until {formatDateTime(deadline, orderZone(order))}.</p>
        ) : null}
      </div>
      <RefundList refunds={order.refunds} flights={order.flights} />
      <p className="mt6">
        Questions? Call{' '}
        <a className="nowrap" href={telHref(contact.phone)}>
          {contact.phone}
        </a>{' '}
        or write to{' '}
        <a href={`mailto:${contact.email}?subject=${encodeURIComponent(`Order ${order.number}`)}`}>
          {contact.email}
        </a>
        .
      </p>
    </>
  )
}
