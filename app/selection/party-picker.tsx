import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { type QuantityType } from '#contract/enums.ts'
import { asSentence } from '#contract/passenger-type-words.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { Field, FieldError } from '../ui/field.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { formatTime } from '../format/local-time.ts'
import { type CheckoutQuery } from '../visit/checkout-query.ts'

export interface PartyPickerProps {
  product: Pick<
    Product,
    'seat_price_total' | 'flight_price_total' | 'aircraft_type' | 'offered_passenger_types'
  >
  departure: AvailableDeparture | undefined
  /** Times of this day at which the whole aircraft is free. */
  wholeFlightTimes: readonly string[]
  quantityType: QuantityType
  quantity: string
  /** How many have which passenger type, as typed. */
  types: CheckoutQuery['named']
  formAction: string
  errors: { quantity?: string | undefined; quantity_type?: string | undefined; types?: string | undefined }
}

/** Single seats or the whole aircraft, and the number of people. */
export function PartyPicker(props: PartyPickerProps) {
  const { product, departure, quantityType, errors } = props
  const { unknownSeats } = useServiceTexts()
  const guests = product.aircraft_type.max_passengers
  const seat = departure?.seat_price_total ?? null
  const flight = departure?.flight_price_total ?? null
  const bySeat = product.seat_price_total !== null
  const byFlight = product.flight_price_total !== null
  return (
    <section className="group" id="party">
      <fieldset aria-describedby={errors.quantity_type ? 'quantity_type-error' : undefined}>
        <legend>{bySeat && byFlight ? 'Seats or the whole aircraft' : 'Your party'}</legend>
        <FieldError id="quantity_type" error={errors.quantity_type} />
        <div className={bySeat && byFlight ? 'picks two' : 'picks'} id="quantity_type">
          {bySeat ? (
            <PickCard
              id="quantity-type-seat"
              type="radio"
              name="quantity_type"
              value="seat"
              title="Seats"
              price={seat === null ? undefined : formatDollars(seat)}
              defaultChecked={quantityType === 'seat'}
            >
              {guests > 1
                ? `Share the flight with up to ${String(guests - 1)} others.`
                : 'Share the flight with others.'}
            </PickCard>
          ) : null}
          {byFlight ? (
            <PickCard
              id="quantity-type-flight"
              type="radio"
              name="quantity_type"
              value="flight"
              title="Whole aircraft"
              price={flight === null ? undefined : formatDollars(flight)}
              defaultChecked={quantityType === 'flight'}
            >
              {guests > 0 ? `Only your party, up to ${String(guests)} guests.` : 'Only your party.'}
              <WholeFlightNote departure={departure} times={props.wholeFlightTimes} />
            </PickCard>
          ) : null}
        </div>
      </fieldset>
      <div className="mt5">
        <Quantity
          id="quantity"
          name="quantity"
          label="Quantity"
          value={props.quantity}
          hint={quantityHint(unknownSeats ? undefined : departure, quantityType)}
          error={errors.quantity}
          fewer={quantityType === 'seat' ? 'One fewer seat' : 'One fewer guest'}
          more={quantityType === 'seat' ? 'One more seat' : 'One more guest'}
          formAction={props.formAction}
        />
      </div>
      {quantityType === 'seat' && product.offered_passenger_types ? (
        <fieldset className="mt5" id="types" tabIndex={-1}>
          <legend>How many of them pay less?</legend>
          <FieldError id="types" error={errors.types} />
          <div className="pair">
            {product.offered_passenger_types.map(({ id, name, note, from_price_total: from }) => (
              <Field
                key={id}
                id={`type_${String(id)}`}
                name={`type_${String(id)}`}
                label={name}
                hint={`${note ? `${asSentence(note)} ` : ''}From ${formatDollars(from)}`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={2}
                defaultValue={props.types.find(([type]) => type === `type_${String(id)}`)?.[1]}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
    </section>
  )
}

function quantityHint(departure: AvailableDeparture | undefined, quantityType: QuantityType): string {
  if (quantityType === 'flight') return 'How many of you will fly'
  if (!departure) return 'How many seats you would like'
  const left = departure.seats_left
  const where = departure.two_aircraft ? 'these two flights' : 'this flight'
  return `${String(left)} ${left === 1 ? 'seat' : 'seats'} left on ${where}`
}

function WholeFlightNote({
  departure,
  times,
}: {
  departure: AvailableDeparture | undefined
  times: readonly string[]
}) {
  if (!departure || departure.whole_flight_available) return null
  const free = times.map(formatTime).slice(0, 3)
  const now = ` Not free at ${formatTime(departure.local_time)}`
  if (free.length === 0) return `${now}.`
  return `${now}; ${free.join(', ')} ${free.length === 1 ? 'is' : 'are'}.`
}
