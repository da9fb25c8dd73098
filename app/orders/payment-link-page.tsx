import { type PaymentLinkPreview } from '#contract/counter.ts'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { Breakdown } from '../ui/breakdown.tsx'
import { formatDateTime } from '../format/date-time.ts'

interface PayLinkPageProps {
  number: string
  phone: string
  /** The purchase of the link; null if the link is invalid or over. */
  subject: PaymentLinkPreview | null
  /** The visitor returns from paying for an order of another account. */
  paid: boolean
  problem: string | undefined
  /** Nothing has to be paid any more. */
  isPaid: boolean
}

/** An order made by phone, before it is paid on the provider's page. */
export function PayLinkPage({ number, phone, subject, paid, problem, isPaid }: PayLinkPageProps) {
  if (paid && !problem) return <PaidPage number={number} phone={phone} />
  if (subject && subject.amount_due === null && !problem)
    return <SettledPage {...{ number, phone, subject }} />
  return (
    <div className="wrap section one-column">
      {problem ? (
        <p className="alert bad" role="alert" tabIndex={-1}>
          {problem}
        </p>
      ) : null}
      <div className="head">
        <p className="eyebrow">Order {number}</p>
        <h1>
          {isPaid ? 'This booking is over' : problem ? 'Pay for your flight' : 'Your flight is waiting'}
        </h1>
        {problem || !subject ? null : (
          <p>
            {subject.adds_guests
              ? 'We keep the seats of your guests, as you agreed with us. The next page takes your card; ' +
                'your own booking stays as it is.'
              : subject.adds_upgrades
                ? 'Here you pay what we add to your booking, as you agreed with us. The next page takes ' +
                  'your card; your own booking stays as it is.'
                : subject.reschedules
                  ? 'We keep the new seats you agreed with us. The next page takes your card; until ' +
                    'then you keep the flight you have.'
                  : 'We keep the seats you booked on the phone. The next page takes your card.'}
          </p>
        )}
      </div>
      {subject && !isPaid ? <Subject subject={subject} /> : null}
      {isPaid ? (
        <a className="btn" href="/checkout">
          Choose a flight
        </a>
      ) : (
        <form method="post">
          <button type="submit" className="btn">
            See it and pay
          </button>
        </form>
      )}
      <p className="mt6 muted">Something is not right? Call us: {phone}.</p>
    </div>
  )
}

/** The mail was opened again after the payment, so this page must not ask for another one. */
function SettledPage({ number, phone, subject }: Pick<PayLinkPageProps, 'number' | 'phone'> & Booked) {
  return (
    <div className="wrap section one-column">
      <div className="head">
        <p className="eyebrow">Order {number}</p>
        <h1>This is paid</h1>
        <p>There is nothing left to do here. The ticket is in the mailbox this link was sent to.</p>
      </div>
      <Subject subject={subject} />
      <form method="post">
        <button type="submit" className="btn second">
          See your flight
        </button>
      </form>
      <p className="mt6 muted">Something is not right? Call us: {phone}.</p>
    </div>
  )
}

interface Booked {
  subject: PaymentLinkPreview
}

/** Flight, passengers and price, before and after the payment. */
function Subject({ subject }: Booked) {
  const { flights, passenger_names: names, quantity, total, credits, amount_due: due } = subject
  const { amount_due_later: later, is_booked: isBooked } = subject
  const [first] = flights
  return (
    <div className="card mb6">
      <dl className="kv">
        {flights.map((flight) => (
          <FlightFacts key={flight.flight_id} flight={flight} />
        ))}
        <dt>People</dt>
        <dd>{[String(quantity), names.join(', ')].filter(Boolean).join(': ')}</dd>
        {first && due !== null && !isBooked ? (
          <>
            <dt>Kept until</dt>
            <dd>{formatDateTime(subject.held_until, first.timezone)}</dd>
          </>
        ) : null}
      </dl>
      <Breakdown
        rows={breakdownRows(subject)}
        total={formatDollars(due ?? total - credits)}
        totalLabel={due === null ? 'Paid' : later === null && !isBooked ? 'To pay' : 'To pay now'}
      />
      {later === null ? null : <p className="muted">{formatDollars(later)} stays to pay later.</p>}
    </div>
  )
}

function FlightFacts({ flight }: { flight: PaymentLinkPreview['flights'][number] }) {
  return (
    <>
      <dt>Flight</dt>
      <dd>{flight.product_name}</dd>
      <dt>When</dt>
      <dd>
        <time dateTime={flight.depart_at}>{formatDateTime(flight.depart_at, flight.timezone)}</time>
      </dd>
      <dt>Where</dt>
      <dd>{flight.terminal_name}</dd>
    </>
  )
}

/**
 * Shows nothing of the order, because it belongs to another account than the one that is logged in.
 */
function PaidPage({ number, phone }: Pick<PayLinkPageProps, 'number' | 'phone'>) {
  return (
    <div className="wrap section one-column">
      <div className="head">
        <p className="eyebrow">Order {number}</p>
        <h1>Thank you</h1>
        <p>
          As soon as the payment has reached us, the ticket comes to the mailbox this link was sent to. That
          takes a few minutes at most.
        </p>
      </div>
      <p className="muted">Nothing came? Call us: {phone}.</p>
    </div>
  )
}
