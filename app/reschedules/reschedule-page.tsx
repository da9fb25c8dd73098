import { RescheduleForm } from './reschedule-form.tsx'
import { RESCHEDULE_SHAPE, ReschedulePayment, type ReschedulePaymentProps } from './reschedule-payment.tsx'
import { FlightBrief } from './current-flight.tsx'
import { FeeClock } from './fee-clock.tsx'
import { CallUs } from './call-us.tsx'
import { missingChoices } from './reschedule-choice.ts'
import { type RescheduleDeparture, type ReschedulePageData } from './reschedule-page-data.ts'
import { type PayRefusal } from '../payments/pay-answer.ts'
import { ServerOnly } from '../page/server-only.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'

interface Props {
  page: ReschedulePageData
  refusal?: PayRefusal | undefined
  /** The same for the fields. */
  answer?: FormAnswer | undefined
  booking?: ReschedulePaymentProps['booking'] | undefined
}

/**
 * Reschedules a flight: the present one, the fees by time, the new one, the passengers, and the
 * price before anything is changed.
 */
export function ReschedulePage({ page, refusal, answer, booking }: Props) {
  const { order, open, departures, choice } = page
  const form = useShopForm(RESCHEDULE_SHAPE, answer)
  const missing = Object.entries(open.open && !refusal ? missingChoices(open, choice) : {})
  const summary = missing.map(([target, text = '']) => ({ text, target }))
  const chosen = departures.find(({ departure }) => departure.departure_id === choice.departureId)
  return (
    <div className="wrap section checkout">
      <p className="mb6">
        <a href={`/account/orders/${String(order.id)}`}>Back to order {order.number}</a>
      </p>
      <div className="with-rail">
        <div>
          <ErrorSummary items={refusal ? form.summary : summary} />
          <p className="eyebrow">Order {order.number}</p>
          <h1>Change your date</h1>
          {/* A choice loads a page, so that only the payment needs a script. */}
          <ServerOnly>{import.meta.env.SSR ? <Choice page={page} chosen={chosen} /> : null}</ServerOnly>
        </div>
        {open.open ? (
          <aside className="rail" aria-labelledby="pay">
            <div className="summary">
              <div className="summary-in">
                <h2 id="pay" className="h-s" tabIndex={-1}>
                  To pay today
                </h2>
                <ToPay page={page} chosen={chosen} refusal={refusal} form={form} booking={booking} />
              </div>
            </div>
          </aside>
        ) : null}
      </div>
    </div>
  )
}

interface ToPayProps extends Omit<Props, 'answer'>, Pick<ReschedulePaymentProps, 'form'> {
  chosen: RescheduleDeparture | undefined
}

function ToPay({ page, chosen, refusal, form, booking }: ToPayProps) {
  const { quote } = page
  if (!chosen || !quote) {
    return <p className="mt4 muted">Choose a time, then look at the price. Nothing changes before you pay.</p>
  }
  if (!page.pay || !booking) {
    return (
      <p className="mt4" role="status">
        {quote.message}
      </p>
    )
  }
  const held = refusal?.quote ?? quote
  return (
    <div id="to-pay">
      <ReschedulePayment
        page={page}
        pay={page.pay}
        chosen={chosen}
        quote={held}
        refusal={refusal}
        form={form}
        booking={booking}
      />
    </div>
  )
}

/** The present flight, the new one, and the days and times to choose from. */
function Choice({ page, chosen }: { page: ReschedulePageData; chosen: RescheduleDeparture | undefined }) {
  const { open, flight, order } = page
  if (!open.open) {
    return (
      <>
        <p className="lede mt4">{open.message}</p>
        <div className="mt6">
          <FlightBrief title="Your flight" flight={flight} />
        </div>
        <CallUs contact={page.contact} number={order.number} />
      </>
    )
  }
  return (
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
  )
}

function whenOf({ departure }: RescheduleDeparture) {
  const { local_time, local_date, depart_at, timezone_label } = departure
  return { local_time, local_date, depart_at, timezone_label }
}
