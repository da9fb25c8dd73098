import { type GuestQuote } from '#contract/added-guests.ts'
import { type Order } from '#contract/order.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { Field } from '../../ui/field.tsx'
import { FormErrors, LabelledBox, selectProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopForm, useShopForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { guestName, guestRows, guestShape, guestType, guestWeight, MOST_GUESTS } from './guest-form.ts'
import { type StaffGuestsAnswer } from './handle-guests.server.ts'
import { WaysToPay } from './ways-to-pay.tsx'

interface AddGuestsPageProps {
  order: Order
  /** Whether guests can be added, and for which price. */
  open: GuestQuote
  /** How many guests have fields. */
  count: number
  formKey: string
  answer: StaffGuestsAnswer | undefined
}

type GuestForm = ShopForm<keyof ReturnType<typeof guestShape>['labels'] & string>

/** Staff add guests to a party: who, then the price, then how it is paid. */
export function AddGuestsPage(props: AddGuestsPageProps) {
  const { order, open, count, answer } = props
  const flight = order.flights.find(({ flight_id: id }) => id === open.flight_id) ?? order.flights[0]
  const form = useShopForm(guestShape(count), answer?.answer)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <div className="desk-head">
        <div>
          <p className="eyebrow">
            <a href={`/staff/orders/${String(order.id)}`}>Order {order.number}</a>
          </p>
          <h1>Add guests</h1>
          {flight ? (
            <p>
              {flight.product_name}, {formatDateTime(flight.depart_at, flight.timezone)}
              {open.party === 0 ? '' : `: a party of ${String(open.party)}`}
              {open.seat_price === null ? '' : `, ${formatDollars(open.seat_price)} a seat today`}
            </p>
          ) : null}
        </div>
      </div>
      <Failure text={answer ? undefined : open.message} />
      {open.open ? (
        <>
          <form method="get" className="desk-find narrow" aria-label="How many guests">
            {order.flights.length > 1 && order.quantity_type === 'seat' ? (
              <SelectField
                id="flight"
                name="flight"
                label="On the flight"
                defaultValue={open.flight_id ?? undefined}
              >
                {order.flights.map((one) => (
                  <option key={one.flight_id} value={one.flight_id}>
                    {formatDateTime(one.depart_at, one.timezone)}
                  </option>
                ))}
              </SelectField>
            ) : null}
            <Field
              id="n"
              name="n"
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST_GUESTS}
              label="How many guests"
              defaultValue={count}
            />
            <button type="submit" className="btn second small">
              Show their fields
            </button>
          </form>
          <GuestsForm {...props} form={form} />
        </>
      ) : null}
    </div>
  )
}

function GuestsForm({ order, open, count, formKey, answer, form }: AddGuestsPageProps & { form: GuestForm }) {
  const { flight_id: flight, passenger_types: types } = open
  const query = new URLSearchParams({
    n: String(count),
    ...(flight === null ? {} : { flight: String(flight) }),
  })
  return (
    <form method="post" action={`?${query.toString()}`} className="form row-form" {...form.props}>
      <input type="hidden" name="key" value={formKey} />
      {guestRows(count).map((at) => (
        <GuestRow key={at} at={at} types={types} form={form} />
      ))}
      <p className="muted">Name and weight may be given later. Whoever needs two seats pays two.</p>
      <button type="submit" className="btn second small" name="intent" value="price">
        {answer?.quote ? 'Show what it costs again' : 'Show what it costs'}
      </button>
      {answer?.quote ? <Price quote={answer.quote} order={order} form={form} /> : null}
    </form>
  )
}

interface GuestRowProps {
  at: number
  types: GuestQuote['passenger_types']
  form: GuestForm
}

function GuestRow({ at, types, form }: GuestRowProps) {
  const [name, weight, type] = [guestName(at), guestWeight(at), guestType(at)].map((one) => form.fields[one])
  if (!name || !weight || !type) return null
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">Guest {at}</legend>
      <TextField field={name} maxLength={120} autoComplete="off" />
      <TextField field={weight} className="few" inputMode="numeric" placeholder="later" autoComplete="off" />
      {types.length > 0 ? (
        <LabelledBox field={type}>
          <select className="input" {...selectProps(type)}>
            <NamedOptions none="An adult" of={types} />
          </select>
        </LabelledBox>
      ) : null}
    </fieldset>
  )
}

interface PriceProps {
  quote: GuestQuote
  order: Order
  form: GuestForm
}

function Price({ quote, order: { email, status }, form }: PriceProps) {
  const { amount_due: cost, total } = quote
  // What it costs is added to what the order still owes.
  const isOwing = status === 'partially_paid'
  const due = isOwing ? null : cost
  const first = form.summary.length === 0 ? READ_FIRST : {}
  return (
    <section className="card desk-part" aria-labelledby="price-head" {...first}>
      <h2 id="price-head">
        {isOwing && cost !== null
          ? `${formatDollars(cost)} more to pay later`
          : due === null
            ? 'Nothing is left to pay'
            : `Take ${formatDollars(due)}`}
      </h2>
      <Breakdown rows={breakdownRows(quote)} total={formatDollars(total)} />
      <p className="muted">Nobody is added yet.</p>
      <input type="hidden" name="due" value={due ?? 0} />
      <input type="hidden" name="total" value={quote.updated_total_price} />
      <input type="hidden" name="party" value={quote.party} />
      {due === null ? (
        <button type="submit" className="btn small" name="intent" value="add">
          Add to the party
        </button>
      ) : (
        <WaysToPay form={form} email={email} act="add to the party" note={BY_LINK} />
      )}
    </section>
  )
}

const BY_LINK =
  'Or the customer pays by themselves: the seats are kept for two hours, and the party grows once it ' +
  'is paid.'
