import { withType } from '#contract/passenger-type-words.ts'
import { type Order } from '#contract/order.ts'
import { type RescheduleQuote } from '#contract/reschedule.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDayAndYear, formatTime } from '../../format/local-time.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ChangeHead, fliesApart, FlightOptions } from './change-head.tsx'
import { ChangePrice } from './change-price.tsx'
import { type StaffRescheduleAnswer } from './handle-reschedule.server.ts'
import { type MoveDeparture } from './load-reschedule.server.ts'
import { RESCHEDULE_SHAPE } from './order-forms.ts'

type RescheduleShopForm = PlainForm<keyof typeof RESCHEDULE_SHAPE.labels>

const departureValue = ({ departure_id: id, depart_at: at }: MoveDeparture) => `${String(id)} ${at}`

/** What an adult's seat or an aircraft costs more there; the price on the next step is everybody's. */
function differenceWords({ more }: MoveDeparture, { quantity_type: unit }: Order): string {
  if (more === null) return ''
  const each = unit === 'seat' ? 'a seat' : 'an aircraft'
  return more > 0 ? `, ${formatDollars(more)} more ${each}` : ', no more than was paid'
}

interface StaffReschedulePageProps {
  order: Order
  /** Whether the order can be rescheduled, for which passengers, and for which fee. */
  movable: RescheduleQuote
  date: string
  /** What they can fly, their own product first. */
  products: readonly { id: number; name: string }[]
  /** The one whose departures are shown. */
  product: number | undefined
  departures: readonly MoveDeparture[]
  /** The departures of the day that they cannot take, with the reason. */
  unfit: readonly { time: string; reason: string }[]
  formKey: string
  answer: StaffRescheduleAnswer | undefined
}

/**
 * Staff reschedule a flight for its customer: the departure, then the price, then the confirmation.
 */
export function StaffReschedulePage(props: StaffReschedulePageProps) {
  const { order, movable: reschedulable, date, products, product, departures, unfit, answer } = props
  const flight = order.flights.find(({ flight_id: id }) => id === reschedulable.flight_id) ?? order.flights[0]
  const form = plainForm(RESCHEDULE_SHAPE, answer?.answer, {
    departure: departures[0] && departureValue(departures[0]),
    who: reschedulable.passengers.map(({ id }) => id),
  })
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <ChangeHead order={order} title="Move the flight" flight={flight} />
      <Failure text={answer ? undefined : reschedulable.message} />
      <form method="get" className="desk-find" aria-label="Which day">
        {fliesApart(order) ? (
          <SelectField
            id="flight"
            name="flight"
            label="From"
            defaultValue={reschedulable.flight_id ?? undefined}
          >
            <FlightOptions order={order} />
          </SelectField>
        ) : null}
        {products.length > 1 ? (
          <SelectField
            id="product"
            name="product"
            label="Move to another flight product"
            defaultValue={product}
          >
            {products.map(({ id, name }, at) => (
              <option key={id} value={id}>
                {at === 0 ? `${name}, as now` : name}
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
      {unfit.length > 0 ? (
        <p className="muted">
          Not possible: {unfit.map(({ time, reason }) => `${time}, ${reason}`).join('; ')}.
        </p>
      ) : null}
      {departures.length > 0 || answer ? <RescheduleForm {...props} form={form} /> : null}
    </div>
  )
}

function RescheduleForm({
  order,
  movable: reschedulable,
  date,
  products,
  product,
  departures,
  formKey,
  answer,
  form,
}: StaffReschedulePageProps & { form: RescheduleShopForm }) {
  const { departure, who } = form.fields
  const { flight_id: flight } = reschedulable
  const isOther = product !== undefined && product !== products[0]?.id
  const day = new URLSearchParams({
    date,
    ...(flight === null ? {} : { flight: String(flight) }),
    ...(isOther ? { product: String(product) } : {}),
  })
  return (
    <form method="post" action={`?${day.toString()}`} className="form row-form" {...form.props}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="flight" value={flight ?? ''} />
      {isOther ? <input type="hidden" name="product" value={product} /> : null}
      <input
        type="hidden"
        name="party"
        value={reschedulable.quantity_type === 'seat' ? reschedulable.passengers.length : 1}
      />
      <fieldset className="desk-choice" id={departure.id}>
        <legend className="flabel">
          {isOther ? `${products.find(({ id }) => id === product)?.name ?? ''}, ` : ''}
          {formatDayAndYear(date)}
        </legend>
        <FieldError id={departure.id} error={departure.error} />
        {departures.map((one, at) => {
          const value = departureValue(one)
          return (
            <p key={value}>
              <label>
                <input {...optionProps(departure, 'radio', value, at)} /> {formatTime(one.local_time)}{' '}
                {one.timezone_label}, {formatDollars(one.price)} list price{differenceWords(one, order)}
              </label>
            </p>
          )
        })}
      </fieldset>
      {reschedulable.quantity_type === 'seat' && reschedulable.passengers.length > 1 ? (
        <fieldset className="desk-choice" id={who.id}>
          <legend className="flabel">Who moves</legend>
          <FieldError id={who.id} error={who.error} />
          {reschedulable.passengers.map(({ id, full_name: name, passenger_type: type }, at) => (
            <p key={id}>
              <label>
                <input {...optionProps(who, 'checkbox', String(id), at)} />{' '}
                {withType(name || `Passenger ${String(at + 1)}`, type)}
              </label>
            </p>
          ))}
        </fieldset>
      ) : null}
      <Terms movable={reschedulable} form={form} />
      <button type="submit" className="btn second small" name="intent" value="price">
        {answer?.quote ? 'Show what it costs again' : 'Show what it costs'}
      </button>
      {answer?.quote ? (
        <ChangePrice
          quote={answer.quote}
          order={order}
          form={form}
          before="Nothing is moved yet. A cheaper flight gives nothing back."
          button={{ intent: 'move', label: 'Move the flight' }}
          act="move the flight"
          note={BY_LINK}
        >
          <input type="hidden" name="fee" value={feeOf(answer.quote)} />
          <input type="hidden" name="difference" value={answer.quote.reschedule_price_difference} />
          <input type="hidden" name="quote" value={answer.quote.quote ?? ''} />
        </ChangePrice>
      ) : null}
    </form>
  )
}

function Terms({ movable: reschedulable, form }: { movable: RescheduleQuote; form: RescheduleShopForm }) {
  const { reschedule_fee: fee, credit_available: credit } = reschedulable
  const { waive, credit: useCredit, reason } = form.fields
  return (
    <>
      {fee > 0 ? (
        <p>
          <label>
            <input {...optionProps(waive, 'checkbox', 'yes', 0)} /> Take no fee ({formatDollars(fee)})
          </label>
        </p>
      ) : null}
      {credit === null || credit === 0 ? null : (
        <p>
          <label>
            <input {...optionProps(useCredit, 'checkbox', 'yes', 0)} /> Use the customer’s credit,{' '}
            {formatDollars(credit)}
          </label>
        </p>
      )}
      <TextField field={reason} hint="For the books; needed where no fee is taken." maxLength={500} />
    </>
  )
}

/** The fee that is charged; zero if staff waive it. */
const feeOf = ({ lines }: RescheduleQuote) =>
  lines.reduce((sum, { kind, amount }) => (kind === 'reschedule_fee' ? sum + amount : sum), 0)

/** What a mailed link means. */
const BY_LINK =
  'Or the customer pays by themselves: the new seats are kept for two hours, and the flight moves ' +
  'once it is paid.'
