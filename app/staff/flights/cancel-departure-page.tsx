import { type DepartureCancellationPreview, type DayDeparture } from '#contract/flight-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { type DepartureCancellationAnswer } from './cancel-departure.server.ts'

interface DepartureCancellationPageProps {
  departure: DayDeparture
  /** Its day at its own terminal. */
  date: string
  answer: DepartureCancellationAnswer | undefined
}

const REASONS = [
  ['weather', 'Weather'],
  ['technical', 'The aircraft'],
  ['other', 'Something else'],
] as const

/** Calls a departure off: first what everybody on it gets, then the deed. */
export function DepartureCancellationPage({ departure, date, answer }: DepartureCancellationPageProps) {
  const { departure_id: id, depart_at: at, flights } = departure
  return (
    <div className="wrap desk">
      <div>
        <p className="eyebrow">
          <a href={`/staff/flights?date=${date}`}>Flights of the day</a>
        </p>
        <h1>Call off {departure.product_name}</h1>
        <p>
          {formatDateTime(at, departure.timezone)}, {departure.terminal_name}.{' '}
          {flights.length === 0
            ? 'Nobody booked.'
            : `Flight ${flights.map(({ flight_code: code }) => code).join(', ')}.`}
        </p>
      </div>
      <Failure text={answer?.failure} />
      {answer?.preview ? (
        <Confirm preview={answer.preview} {...{ departure, date, answer }} />
      ) : (
        <form method="post" className="form row-form">
          <input type="hidden" name="departure" value={id} />
          <input type="hidden" name="at" value={at} />
          <fieldset className="desk-choice">
            <legend className="flabel">Why</legend>
            {REASONS.map(([value, text], index) => (
              <p key={value}>
                <label>
                  <input
                    type="radio"
                    name="reason"
                    value={value}
                    defaultChecked={(answer?.reason ?? REASONS[0][0]) === value || (index === 0 && !answer)}
                  />{' '}
                  {text}
                </label>
              </p>
            ))}
          </fieldset>
          <Field
            id="note"
            name="note"
            label="A sentence for those who booked"
            need="optional"
            defaultValue={answer?.note ?? ''}
            maxLength={300}
          />
          <button type="submit" className="btn small" name="intent" value="preview">
            See who gets what
          </button>
        </form>
      )}
    </div>
  )
}

interface ConfirmProps {
  preview: DepartureCancellationPreview
  departure: DayDeparture
  date: string
  answer: DepartureCancellationAnswer
}

function Confirm({ preview, departure: { departure_id: id, depart_at: at }, date, answer }: ConfirmProps) {
  const { orders, unpaid } = preview
  return (
    <form method="post" className="form">
      <p>
        {orders.length === 0
          ? 'Nobody has paid for this departure.'
          : 'Each of these chooses by a mailed link:'}
        {unpaid > 0
          ? ` ${String(unpaid)} unpaid ${unpaid === 1 ? 'booking loses its' : 'bookings lose their'} seats.`
          : ''}
      </p>
      {orders.length === 0 ? null : (
        <ScrollRegion label="Who gets what">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Reach them</th>
                <th scope="col">Other seats</th>
                <th scope="col" className="r">
                  Voucher
                </th>
                <th scope="col" className="r">
                  Money back
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map((one) => (
                <tr key={one.order_id}>
                  <th scope="row">
                    <a href={`/staff/orders/${String(one.order_id)}`}>{one.number}</a>
                    <small>{one.people === 1 ? 'one person' : `${String(one.people)} people`}</small>
                  </th>
                  <td>
                    {one.phone ?? 'No phone'}
                    <small>{one.email}</small>
                  </td>
                  <td>
                    {one.alternatives.length === 0 ? 'None found' : null}
                    {one.alternatives.map((seats) => (
                      <small key={seats.depart_at}>{formatDateTime(seats.depart_at, seats.timezone)}</small>
                    ))}
                  </td>
                  <td className="r">
                    {one.voucher_amount === null ? '' : formatDollars(one.voucher_amount)}
                  </td>
                  <td className="r">
                    {one.refund === null ? 'Not by this fare' : formatDollars(one.refund.amount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className="muted">
        Reason: {REASONS.find(([value]) => value === answer.reason)?.[1]}
        {answer.note ? `. “${answer.note}”` : ''}. Whoever chooses nothing gets the voucher in the end.
      </p>
      <input type="hidden" name="departure" value={id} />
      <input type="hidden" name="at" value={at} />
      <input type="hidden" name="reason" value={answer.reason} />
      <input type="hidden" name="note" value={answer.note} />
      <div className="btn-row">
        <button type="submit" className="btn small" name="intent" value="call_off">
          Call it off for everybody
        </button>
        <a className="btn second small" href={`/staff/flights?date=${date}`}>
          Leave it
        </a>
      </div>
    </form>
  )
}
