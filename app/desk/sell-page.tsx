import { type AvailabilityDay } from '#contract/availability.ts'
import { formatDollars } from '../checkout/format-dollars.ts'
import { formatDayAndYear, formatTime } from '../checkout/local-time.ts'
import { Field } from '../components/ui/field.tsx'

export interface SellTyped {
  departure: string
  quantity: string
  names: string
  email: string
  full_name: string
  phone: string
  channel: string
}

interface SellPageProps {
  products: { id: number; name: string }[]
  product: string
  date: string
  day: AvailabilityDay | null
  /** Of the form: sent twice it sells once. */
  nonce: string
  answer: { failure: string; typed: SellTyped; key?: string } | undefined
}

/** A seat sold by the desk: on the phone, or to who stands at the counter. */
export function SellPage({ products, product, date, day, nonce, answer }: SellPageProps) {
  const open = day?.departures.filter(({ status, seat_price: price }) => status === 'open' && price !== null) ?? [] // prettier-ignore
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <h1>Sell seats</h1>
        <p>
          <a href="/staff/drawer">Your drawer</a>
        </p>
      </div>
      {answer ? (
        <p className="alert bad" role="alert">
          {answer.failure}
        </p>
      ) : null}
      <form method="get" className="desk-find" aria-label="Which flight">
        <div className="field">
          <p className="field-label">
            <label htmlFor="product">Flight</label>
          </p>
          <select className="input" id="product" name="product" defaultValue={product}>
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Field id="date" name="date" type="date" label="Day" defaultValue={date} />
        <button type="submit" className="btn second small">
          Show departures
        </button>
      </form>
      {day && open.length === 0 ? <p>No seats are left on {formatDayAndYear(date)}.</p> : null}
      {open.length > 0 || answer ? (
        <SellForm date={date} open={open} formKey={answer?.key ?? nonce} typed={answer?.typed} />
      ) : null}
    </div>
  )
}

type Departures = AvailabilityDay['departures']

interface SellFormProps {
  date: string
  open: Departures
  formKey: string
  typed: SellTyped | undefined
}

function SellForm({ date, open, formKey, typed }: SellFormProps) {
  return (
    <form method="post" className="form row-form" noValidate>
      <input type="hidden" name="key" value={formKey} />
      {open.length === 0 ? null : <DepartureChoice date={date} open={open} chosen={typed?.departure} />}
      <Field
        id="quantity"
        name="quantity"
        type="number"
        min={1}
        max={60}
        label="Quantity"
        need="required"
        defaultValue={typed?.quantity ?? '1'}
      />
      <div className="field">
        <p className="field-label">
          <label htmlFor="names">Passengers</label>
        </p>
        <p className="hint" id="names-hint">
          One on each line, with the weight in pounds where it is told: Ada Lind, 150
        </p>
        <textarea
          className="input"
          id="names"
          name="names"
          rows={4}
          aria-describedby="names-hint"
          defaultValue={typed?.names ?? ''}
        />
      </div>
      <Field
        id="full_name"
        name="full_name"
        label="Customer’s name"
        need="optional"
        defaultValue={typed?.full_name}
        maxLength={120}
        autoComplete="off"
      />
      <Field
        id="email"
        name="email"
        type="email"
        label="Customer’s e-mail"
        need="required"
        hint="Ticket and receipt go there."
        defaultValue={typed?.email}
        maxLength={254}
        autoComplete="off"
      />
      <Field
        id="phone"
        name="phone"
        type="tel"
        label="Customer’s phone"
        need="optional"
        defaultValue={typed?.phone}
        maxLength={40}
        autoComplete="off"
      />
      <fieldset className="desk-choice">
        <legend className="flabel">Where</legend>
        <p>
          <label>
            <input type="radio" name="channel" value="counter" defaultChecked={typed?.channel !== 'phone'} />{' '}
            At the counter: they pay now
          </label>
        </p>
        <p>
          <label>
            <input type="radio" name="channel" value="phone" defaultChecked={typed?.channel === 'phone'} /> On
            the phone: the seats are kept for two hours, and they pay by a mailed link
          </label>
        </p>
      </fieldset>
      <button type="submit" className="btn small">
        Hold the seats
      </button>
    </form>
  )
}

interface DepartureChoiceProps {
  date: string
  open: Departures
  chosen: string | undefined
}

function DepartureChoice({ date, open, chosen }: DepartureChoiceProps) {
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">{formatDayAndYear(date)}</legend>
      {open.map((one, index) => {
        const value = `${String(one.departure_id)} ${one.depart_at}`
        return (
          <p key={value}>
            <label>
              <input
                type="radio"
                name="departure"
                value={value}
                defaultChecked={chosen === undefined ? index === 0 : chosen === value}
              />{' '}
              {formatTime(one.local_time)} {one.timezone_label},{' '}
              {formatDollars(one.seat_price_total ?? one.seat_price ?? 0)} a seat, {one.seats_left} left
            </label>
          </p>
        )
      })}
    </fieldset>
  )
}
