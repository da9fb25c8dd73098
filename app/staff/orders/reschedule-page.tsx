import { Fragment } from 'react'
import { type AvailabilityDay } from '#contract/availability.ts'
import { inPersonMeans, inPersonMethods } from '#contract/means-of-payment.ts'
import { type Order } from '#contract/order.ts'
import { type RescheduleQuote } from '#contract/reschedule.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDayAndYear, formatTime } from '../../format/local-time.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { inPersonButton, ReferenceField } from './take-payment.tsx'
import { type StaffRescheduleAnswer, type RescheduleFormValues } from './handle-reschedule.server.ts'

interface StaffReschedulePageProps {
  order: Order
  /** Whether it may be moved, by whom, and at which fee. */
  movable: RescheduleQuote
  date: string
  departures: AvailabilityDay['departures']
  formKey: string
  answer: StaffRescheduleAnswer | undefined
}

/** The desk moves a flight for its customer: where to, what it costs, then it is done. */
export function StaffReschedulePage(props: StaffReschedulePageProps) {
  const { order, movable: reschedulable, date, departures, answer } = props
  const flight = order.flights.find(({ flight_id: id }) => id === reschedulable.flight_id) ?? order.flights[0]
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <p className="eyebrow">
            <a href={`/staff/orders/${String(order.id)}`}>Order {order.number}</a>
          </p>
          <h1>Move the flight</h1>
          {flight ? (
            <p>
              {flight.product_name}, {formatDateTime(flight.depart_at, flight.timezone)}
            </p>
          ) : null}
        </div>
      </div>
      <Failure text={answer ? answer.failure : reschedulable.message} />
      <form method="get" className="desk-find" aria-label="Which day">
        {order.flights.length > 1 && order.quantity_type === 'seat' ? (
          <SelectField
            id="flight"
            name="flight"
            label="From"
            defaultValue={reschedulable.flight_id ?? undefined}
          >
            {order.flights.map((one) => (
              <option key={one.flight_id} value={one.flight_id}>
                {formatDateTime(one.depart_at, one.timezone)}
              </option>
            ))}
          </SelectField>
        ) : null}
        <Field id="date" name="date" type="date" label="To the day" defaultValue={date} />
        <button type="submit" className="btn second small">
          Show departures
        </button>
      </form>
      {departures.length === 0 ? <p>There is no other room on {formatDayAndYear(date)}.</p> : null}
      {departures.length > 0 || answer ? <RescheduleForm {...props} /> : null}
    </div>
  )
}

function RescheduleForm({
  order,
  movable: reschedulable,
  date,
  departures,
  formKey,
  answer,
}: StaffReschedulePageProps) {
  const typed = answer?.typed
  return (
    <form method="post" action="#price" className="form row-form" noValidate>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="flight" value={reschedulable.flight_id ?? ''} />
      <input
        type="hidden"
        name="party"
        value={reschedulable.quantity_type === 'seat' ? reschedulable.passengers.length : 1}
      />
      <fieldset className="desk-choice">
        <legend className="flabel">{formatDayAndYear(date)}</legend>
        {departures.map((one, index) => {
          const value = `${String(one.departure_id)} ${one.depart_at}`
          const price = order.quantity_type === 'seat' ? one.seat_price : one.flight_price
          return (
            <p key={value}>
              <label>
                <input
                  type="radio"
                  name="departure"
                  value={value}
                  defaultChecked={typed ? typed.departure === value : index === 0}
                />{' '}
                {formatTime(one.local_time)} {one.timezone_label}, {formatDollars(price ?? 0)} list price
              </label>
            </p>
          )
        })}
      </fieldset>
      {reschedulable.quantity_type === 'seat' && reschedulable.passengers.length > 1 ? (
        <fieldset className="desk-choice">
          <legend className="flabel">Who moves</legend>
          {reschedulable.passengers.map(({ id, full_name: name }, index) => (
            <p key={id}>
              <label>
                <input
                  type="checkbox"
                  name="who"
                  value={id}
                  defaultChecked={typed ? typed.passengerIds.includes(id) : true}
                />{' '}
                {name || `Passenger ${String(index + 1)}`}
              </label>
            </p>
          ))}
        </fieldset>
      ) : null}
      <Terms movable={reschedulable} typed={typed} />
      <button type="submit" className="btn second small" name="intent" value="price">
        {answer?.quote ? 'Show what it costs again' : 'Show what it costs'}
      </button>
      {answer?.quote ? <Price quote={answer.quote} email={order.email} typed={typed} /> : null}
    </form>
  )
}

function Terms({
  movable: reschedulable,
  typed,
}: {
  movable: RescheduleQuote
  typed: RescheduleFormValues | undefined
}) {
  const { reschedule_fee: fee, credit_available: credit } = reschedulable
  return (
    <>
      {fee > 0 ? (
        <p>
          <label>
            <input type="checkbox" name="waive" value="yes" defaultChecked={typed?.waiveFee} /> Take no fee (
            {formatDollars(fee)})
          </label>
        </p>
      ) : null}
      {credit === null || credit === 0 ? null : (
        <p>
          <label>
            <input type="checkbox" name="credit" value="yes" defaultChecked={typed?.credit} /> Use the
            customer’s credit, {formatDollars(credit)}
          </label>
        </p>
      )}
      <Field
        id="reason"
        name="reason"
        label="Reason"
        hint="For the books; needed where no fee is taken."
        defaultValue={typed?.reason}
        maxLength={500}
      />
    </>
  )
}

/** What of the fee is taken: none where it is waived. */
const feeOf = ({ lines }: RescheduleQuote) =>
  lines.reduce((sum, { kind, amount }) => (kind === 'reschedule_fee' ? sum + amount : sum), 0)

function Price({
  quote,
  email,
  typed,
}: {
  quote: RescheduleQuote
  email: string
  typed: RescheduleFormValues | undefined
}) {
  const { amount_due: due, total } = quote
  return (
    <section className="card desk-part" id="price" aria-labelledby="price-head">
      <h2 id="price-head">{due === null ? 'Nothing is left to pay' : `Take ${formatDollars(due)}`}</h2>
      <Breakdown rows={breakdownRows(quote)} total={formatDollars(total)} />
      <p className="muted">Nothing is moved yet. A cheaper flight gives nothing back.</p>
      <input type="hidden" name="due" value={due ?? 0} />
      <input type="hidden" name="fee" value={feeOf(quote)} />
      <input type="hidden" name="difference" value={quote.reschedule_price_difference} />
      <input type="hidden" name="quote" value={quote.quote ?? ''} />
      {due === null ? (
        <button type="submit" className="btn small" name="intent" value="move">
          Move the flight
        </button>
      ) : (
        <>
          {inPersonMethods.map((method) => (
            <Fragment key={method}>
              <ReferenceField method={method} typed={typed?.references} />
              <button type="submit" className={inPersonButton(method)} name="intent" value={method}>
                {`${inPersonMeans(method).button}: move the flight`}
              </button>
            </Fragment>
          ))}
          <p className="muted">
            Or the customer pays by themselves: the new seats are kept for two hours, and the flight moves
            once it is paid.
          </p>
          <button type="submit" className="btn second small" name="intent" value="link">
            Mail {email} a link to pay
          </button>
        </>
      )}
    </section>
  )
}
