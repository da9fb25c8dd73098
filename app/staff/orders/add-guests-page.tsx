import { type GuestQuote } from '#contract/added-guests.ts'
import { type Order } from '#contract/order.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors, LabelledBox, selectProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { ChangeHead, fliesApart, FlightOptions } from './change-head.tsx'
import { ChangePrice } from './change-price.tsx'
import { guestName, guestRows, guestShape, guestType, guestWeight, MOST_GUESTS } from './guest-form.ts'
import { type StaffGuestsAnswer } from './handle-guests.server.ts'

interface AddGuestsPageProps {
  order: Order
  /** Whether guests can be added, and for which price. */
  open: GuestQuote
  /** How many guests have fields. */
  count: number
  formKey: string
  answer: StaffGuestsAnswer | undefined
}

type GuestForm = PlainForm<keyof ReturnType<typeof guestShape>['labels'] & string>

/** Staff add guests to a party: who, then the price, then how it is paid. */
export function AddGuestsPage(props: AddGuestsPageProps) {
  const { order, open, count, answer } = props
  const flight = order.flights.find(({ flight_id: id }) => id === open.flight_id) ?? order.flights[0]
  const form = plainForm(guestShape(count), answer?.answer)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <ChangeHead order={order} title="Add guests" flight={flight}>
        {open.party === 0 ? '' : `: a party of ${String(open.party)}`}
        {open.seat_price === null ? '' : `, ${formatDollars(open.seat_price)} a seat today`}
      </ChangeHead>
      <Failure text={answer ? undefined : open.message} />
      {open.open ? (
        <>
          <form method="get" className="desk-find narrow" aria-label="How many guests">
            {fliesApart(order) ? (
              <SelectField
                id="flight"
                name="flight"
                label="On the flight"
                defaultValue={open.flight_id ?? undefined}
              >
                <FlightOptions order={order} />
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
      {answer?.quote ? (
        <ChangePrice
          quote={answer.quote}
          order={order}
          form={form}
          before="Nobody is added yet."
          button={{ intent: 'add', label: 'Add to the party' }}
          act="add to the party"
          note={BY_LINK}
        >
          <input type="hidden" name="total" value={answer.quote.updated_total_price} />
          <input type="hidden" name="party" value={answer.quote.party} />
        </ChangePrice>
      ) : null}
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

/** What a mailed link means. */
const BY_LINK =
  'Or the customer pays by themselves: the seats are kept for two hours, and the party grows once it ' +
  'is paid.'
