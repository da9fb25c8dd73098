import { type DayDeparture } from '#contract/flight-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FieldError } from '../../ui/field.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { type SeenDepartureCancellation } from './cancel-departure.server.ts'
import { CANCEL_DEPARTURE_SHAPE } from './flight-forms.ts'

interface DepartureCancellationPageProps {
  departure: DayDeparture
  /** The day of the departure in its terminal's time zone. */
  date: string
  /** The preview; undefined while something is missing in the form. */
  seen: SeenDepartureCancellation | undefined
  refusal: FormAnswer | undefined
}

const REASONS = [
  ['weather', 'Weather'],
  ['technical', 'The aircraft'],
  ['other', 'Something else'],
] as const

/** Cancels a departure: previews what everybody on it gets, then does it. */
export function DepartureCancellationPage(props: DepartureCancellationPageProps) {
  const { departure, date, seen, refusal } = props
  const form = useShopForm(CANCEL_DEPARTURE_SHAPE, refusal, { reason: REASONS[0][0] })
  const { reason, note } = form.fields
  const { departure_id: id, depart_at: at, flights } = departure
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
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
      {seen ? (
        <Confirm {...{ departure, date, seen }} />
      ) : (
        <form method="post" className="form row-form" {...form.props}>
          <input type="hidden" name="departure" value={id} />
          <input type="hidden" name="at" value={at} />
          <fieldset className="desk-choice" id={reason.id}>
            <legend className="flabel">{reason.label}</legend>
            <FieldError id={reason.id} error={reason.error} />
            {REASONS.map(([value, text], at) => (
              <p key={value}>
                <label>
                  <input {...optionProps(reason, 'radio', value, at)} /> {text}
                </label>
              </p>
            ))}
          </fieldset>
          <TextField field={note} need="optional" maxLength={300} />
          <button type="submit" className="btn small" name="intent" value="preview">
            See who gets what
          </button>
        </form>
      )}
    </div>
  )
}

interface ConfirmProps {
  departure: DayDeparture
  date: string
  seen: SeenDepartureCancellation
}

function Confirm({ departure: { departure_id: id, depart_at: at }, date, seen }: ConfirmProps) {
  const { orders, unpaid } = seen.preview
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
        Reason: {REASONS.find(([value]) => value === seen.reason)?.[1]}
        {seen.note ? `. “${seen.note}”` : ''}. Whoever chooses nothing gets the voucher in the end.
      </p>
      <input type="hidden" name="departure" value={id} />
      <input type="hidden" name="at" value={at} />
      <input type="hidden" name="reason" value={seen.reason} />
      <input type="hidden" name="note" value={seen.note} />
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
