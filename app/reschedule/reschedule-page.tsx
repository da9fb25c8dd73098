import { RescheduleForm } from './reschedule-form.tsx'
import { ReschedulePayment } from './reschedule-payment.tsx'
import { FlightBrief } from './flight-brief.tsx'
import { FeeClock } from './fee-clock.tsx'
import { CallUs } from './call-us.tsx'
import { missingChoices } from './move-choice.ts'
import { type MoveDeparture, type MovePage, type MoveRefusal } from './move-page.ts'
import { ErrorSummary } from '../components/ui/error-summary.tsx'

/** Moves a flight: what it is now, until when at which fee, where to, who, and the price before anything is done. */
export function ReschedulePage({ page, refusal }: { page: MovePage; refusal: MoveRefusal | undefined }) {
  const { order, flight, open, quote, departures, choice } = page
  const problems = Object.entries(refusal?.problems ?? (open.open ? missingChoices(open, choice) : {}))
  const chosen = departures.find(({ departure }) => departure.departure_id === choice.departureId)
  return (
    <div className="wrap section checkout">
      <p className="mb6">
        <a href={`/account/orders/${String(order.id)}`}>Back to order {order.number}</a>
      </p>
      <div className="with-rail">
        <div>
          <ErrorSummary items={problems.map(([field, text]) => ({ text, target: field }))} />
          <p className="eyebrow">Order {order.number}</p>
          <h1>Change your date</h1>
          {open.open ? (
            <>
              <div className="move mt6">
                <FlightBrief title="Now" flight={flight} />
                {chosen ? (
                  <FlightBrief title="New" flight={{ ...flight, ...whenOf(chosen) }} />
                ) : (
                  <p className="muted">Choose a day and a time below: it stands here before you pay.</p>
                )}
              </div>
              <FeeClock quote={open} zone={flight.timezone} />
              <RescheduleForm page={page} />
            </>
          ) : (
            <>
              <p className="lede mt4">{open.message}</p>
              <div className="mt6">
                <FlightBrief title="Your flight" flight={flight} />
              </div>
              <CallUs contact={page.contact} number={order.number} />
            </>
          )}
        </div>
        {open.open ? (
          <aside className="rail" aria-labelledby="pay">
            <div className="summary">
              <div className="summary-in">
                <h2 id="pay" className="h-s" tabIndex={-1}>
                  To pay today
                </h2>
                {chosen && quote ? (
                  <ReschedulePayment
                    page={page}
                    chosen={chosen}
                    quote={refusal?.quote ?? quote}
                    refusal={refusal}
                  />
                ) : (
                  <p className="mt4 muted">
                    Choose a time, then look at the price. Nothing changes before you pay.
                  </p>
                )}
              </div>
            </div>
          </aside>
        ) : null}
      </div>
    </div>
  )
}

function whenOf({ departure }: MoveDeparture) {
  const { local_time, local_date, depart_at, timezone_label } = departure
  return { local_time, local_date, depart_at, timezone_label }
}
