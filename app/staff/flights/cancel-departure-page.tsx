import { type DayDeparture, type DepartureCancellationPreview } from '#contract/flight-day.ts'
import { type DepartureCancellationFields } from '#contract/call-off.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDayAndYear, formatTime, formatZone } from '../../format/local-time.ts'
import { FieldError } from '../../ui/field.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { formatCount } from '../parts/count-noun.ts'
import { Figure } from '../parts/figure.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { type SeenDepartureCancellation } from './cancel-departure.server.ts'
import { CANCEL_DEPARTURE_SHAPE } from './flight-forms.ts'
import { NO_EMAIL } from '../parts/customer-name.ts'

interface DepartureCancellationPageProps {
  departure: DayDeparture
  /** The day of the departure in its terminal's time zone. */
  date: string
  /** The reason that the link to this page suggests. */
  reason: DepartureCancellationFields['reason'] | undefined
  /** The preview; undefined while something is missing in the form. */
  seen: SeenDepartureCancellation | undefined
  refusal: FormAnswer | undefined
}

const REASONS = [
  ['weather', 'Weather'],
  ['technical', 'The aircraft'],
  ['too_few_passengers', 'Too few guests'],
  ['other', 'Something else'],
] as const

/** Cancels a departure: previews what everybody on it gets, then does it. */
export function DepartureCancellationPage(props: DepartureCancellationPageProps) {
  const { departure, date, reason = REASONS[0][0], seen, refusal } = props
  const known = seen ? { reason: seen.reason, note: seen.note } : { reason }
  const form = plainForm(CANCEL_DEPARTURE_SHAPE, refusal, known)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <CancellationHead departure={departure} date={date} />
      {seen ? (
        <>
          <Confirm {...{ departure, date, seen }} />
          <div className="acts">
            <details>
              <summary>Another reason or sentence</summary>
              <ReasonForm departure={departure} form={form} />
            </details>
          </div>
        </>
      ) : (
        <div className="desk-cols">
          <ReasonForm departure={departure} form={form} />
          <section className="desk-part" aria-labelledby="then">
            <h2 id="then">What happens then</h2>
            <p>
              First you see who gets what; nothing is sent before. Then all aircraft of this departure are
              called off together, and nobody can book it any more.
            </p>
            <p className="muted">
              Everybody who has paid chooses by a mailed link: other seats that are held for them, a voucher,
              or their money where the fare allows it. Unpaid bookings lose their seats.
            </p>
          </section>
        </div>
      )}
    </div>
  )
}

function CancellationHead({ departure, date }: Pick<ConfirmProps, 'departure' | 'date'>) {
  const { depart_at: at, timezone, flights } = departure
  const [first] = flights
  return (
    <div className="flight-title">
      <p className="sm">
        <a href={`/staff/flights?date=${date}`}>{formatDayAndYear(date)}</a>, {departure.terminal_name}
      </p>
      <h1>Call off {departure.product_name}</h1>
      <p>
        {formatTime(departure.local_time)} {formatZone(at, timezone)}.{' '}
        {first ? `Flight ${flights.map(({ flight_code: code }) => code).join(', ')}.` : 'Nobody booked.'}{' '}
        {first ? <a href={`/staff/flights/${String(first.id)}`}>Back to the flight</a> : null}
      </p>
    </div>
  )
}

interface ReasonFormProps {
  departure: DayDeparture
  form: PlainForm<'reason' | 'note'>
}

function ReasonForm({ departure: { departure_id: id, depart_at: at }, form }: ReasonFormProps) {
  const { reason, note } = form.fields
  return (
    <form method="post" className="form row-form" {...form.props}>
      <input type="hidden" name="departure" value={id} />
      <input type="hidden" name="at" value={at} />
      <fieldset id={reason.id}>
        <legend className="flabel">{reason.label}</legend>
        <FieldError id={reason.id} error={reason.error} />
        <div className="sale-pick">
          {REASONS.map(([value, text], index) => (
            <label key={value}>
              <input {...optionProps(reason, 'radio', value, index)} />
              <b>{text}</b>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        field={note}
        hint="Stands in the mail, as you write it."
        need="optional"
        maxLength={300}
        autoComplete="off"
      />
      <button type="submit" className="btn small" name="intent" value="preview">
        See who gets what
      </button>
    </form>
  )
}

interface ConfirmProps {
  departure: DayDeparture
  date: string
  seen: SeenDepartureCancellation
}

/** The consequences in figures and sentences, each party's own, and the press. */
function Confirm({ departure: { departure_id: id, depart_at: at }, date, seen }: ConfirmProps) {
  const { orders, unpaid } = seen.preview
  return (
    <form method="post" className="desk-part">
      <PreviewFigures seen={seen} />
      <p>
        {orders.length === 0
          ? 'Nobody has paid for this departure.'
          : 'Each of these chooses by a mailed link. Whoever chooses nothing gets the voucher in the end.'}
        {unpaid > 0
          ? ` ${String(unpaid)} unpaid ${unpaid === 1 ? 'booking loses its' : 'bookings lose their'} seats.`
          : ''}
      </p>
      {orders.length === 0 ? null : (
        <StaffTable
          label="Who gets what"
          heads={HEADS}
          figures={['Voucher', 'Money back']}
          caption="Who gets what"
          stacked
        >
          {orders.map((one) => (
            <OrderRow key={one.order_id} one={one} />
          ))}
        </StaffTable>
      )}
      <p className="muted">
        Reason: {REASONS.find(([value]) => value === seen.reason)?.[1]}
        {seen.note ? `. “${seen.note}”` : ''}.
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

const HEADS = ['Order', 'Reach them', 'Other seats', 'Voucher', 'Money back'] as const

function PreviewFigures({ seen: { preview } }: Pick<ConfirmProps, 'seen'>) {
  const { orders } = preview
  if (orders.length === 0) return null
  const people = orders.reduce((sum, one) => sum + one.people, 0)
  const without = orders.filter(({ alternatives }) => alternatives.length === 0).length
  const cents = orders.reduce((sum, { refund }) => sum + Math.round((refund?.amount ?? 0) * 100), 0)
  return (
    <dl className="figs">
      <Figure name="Parties" text={String(orders.length)}>
        {formatCount(people, 'passenger', 'passengers')}
      </Figure>
      <Figure name="Without other seats" text={String(without)}>
        {without === 0 ? 'every party finds some' : 'call them first'}
      </Figure>
      <Figure name="Money back, at most" text={formatDollars(cents / 100)}>
        {cents === 0 ? 'no fare here gives it back' : 'if all choose their money'}
      </Figure>
    </dl>
  )
}

function OrderRow({ one }: { one: DepartureCancellationPreview['orders'][number] }) {
  return (
    <tr>
      <th scope="row">
        <a href={`/staff/orders/${String(one.order_id)}`}>{one.number}</a>
        <small>{one.people === 1 ? 'one person' : `${String(one.people)} people`}</small>
      </th>
      <td data-label="Reach them">
        {one.phone ?? 'No phone'}
        <small>{one.email ?? NO_EMAIL}</small>
      </td>
      <td data-label="Other seats">
        {one.alternatives.length === 0 ? <span className="st late">None found</span> : null}
        {one.alternatives.map((seats) => (
          <small key={seats.depart_at}>{formatDateTime(seats.depart_at, seats.timezone)}</small>
        ))}
      </td>
      <td className="figure" data-label="Voucher">
        {one.voucher_amount === null ? 'None' : formatDollars(one.voucher_amount)}
      </td>
      <td className="figure" data-label="Money back">
        {one.refund === null ? 'Not by this fare' : formatDollars(one.refund.amount)}
      </td>
    </tr>
  )
}
