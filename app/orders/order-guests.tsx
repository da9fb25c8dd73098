import { type Order } from '#contract/order.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDateTime } from '../format/date-time.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type GuestPart, GUESTS_ANCHOR, guestsOf } from './guest-choice.ts'
import { OpenChange } from './open-change.tsx'
import { orderZone } from './order-title.ts'

interface OrderGuestsProps {
  order: Order
  /** Undefined if nobody can be added to this order. */
  part: GuestPart | undefined
}

/** Somebody joins the party: how many are chosen here, the price and the payment follow. */
export function OrderGuests({ order, part }: OrderGuestsProps) {
  // Without a flight to come there is nobody to take along.
  if (!part || (!part.quote.open && part.quote.party === 0)) return null
  const { quote, choice, joined } = part
  const isAsked = choice.priceRequested || guestsOf(choice).length > 0
  const nobody = quote.open && isAsked && guestsOf(choice).length === 0
  const missing = nobody ? 'Please say how many come along' : isAsked ? quote.message : null
  return (
    <section aria-labelledby={GUESTS_ANCHOR} className="order-upgrades">
      <h2 id={GUESTS_ANCHOR}>Bring somebody along</h2>
      <ErrorSummary items={missing ? [{ text: missing, target: 'guests-adults' }] : []} />
      <OpenChange order={order} added={joined} of="guests" />
      {quote.open ? <GuestForm order={order} part={part} missing={missing} /> : null}
      {quote.open || isAsked ? null : <p className="note muted">{quote.message}</p>}
      {quote.open && quote.closes_at ? (
        <p className="sm subtle mt4">
          Guests can be added until {formatDateTime(quote.closes_at, orderZone(order))}, while there are
          seats.
        </p>
      ) : null}
    </section>
  )
}

function GuestForm({
  order,
  part: { quote, choice },
  missing,
}: {
  order: Order
  part: GuestPart
  missing: string | null
}) {
  const { seat_price: price, passenger_types: types } = quote
  const number = { type: 'number', inputMode: 'numeric', min: 0, max: 20 } as const
  return (
    <form method="get" action={`/account/orders/${String(order.id)}`} className="form">
      <p>
        {price === null
          ? 'You have the whole aircraft: whoever joins flies for nothing, as long as there are seats.'
          : `They fly with you. A seat is ${formatDollars(price)} today, before fees and tax.`}
      </p>
      {order.flights.length > 1 && quote.quantity_type === 'seat' ? (
        <SelectField
          id="guests-flight"
          name="flight"
          label="On which flight"
          defaultValue={choice.flight ?? order.flights[0]?.flight_id}
        >
          {order.flights.map(({ flight_id: id, depart_at: at, timezone }) => (
            <option key={id} value={id}>
              {formatDateTime(at, timezone)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Field
        id="guests-adults"
        name="adults"
        label={types.length > 0 ? 'Adults' : 'How many'}
        defaultValue={guestsOf(choice).length > 0 ? choice.adults : 1}
        error={missing ?? undefined}
        {...number}
      />
      {types.map(({ id, name, percent_off: off }) => (
        <Field
          key={id}
          id={`guests-t${String(id)}`}
          name={`t${String(id)}`}
          label={off > 0 ? `${name}, ${String(off)}% less` : name}
          defaultValue={choice.types.find((one) => one.id === id)?.quantity ?? 0}
          {...number}
        />
      ))}
      <button type="submit" className="btn second" name="intent" value="guests">
        See what it costs
      </button>
    </form>
  )
}
