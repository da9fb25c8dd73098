import { Link } from '@remix-run/react'
import { type ReactNode } from 'react'
import { type AvailabilityDay, type AvailableDeparture } from '#contract/availability.ts'
import { type QuantityType } from '#contract/enums.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { FieldError } from '../ui/field.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatTime, splitTime } from '../format/local-time.ts'
import { formatNightZone } from '../format/night-zone.ts'
import { type RedeemMarks } from './redeem-marks.ts'
import { departureParam } from '../visit/checkout-query.ts'
import { describeSeatsLeft } from './seats-left-words.ts'
import { describeDivision, formatLeaving } from './two-aircraft.ts'
import { TagChips } from '../catalogue/tag-chips.tsx'

export interface DeparturePickerProps {
  day: AvailabilityDay
  terminalName: string
  quantityType: QuantityType
  /** The chosen departure; with `two_aircraft` where the party flies on both. */
  chosen: AvailableDeparture | undefined
  /** The number of people; undefined while it is no number. */
  party: number | undefined
  error: string | undefined
  dateHref: (date: string) => string
  /** Another day is being loaded. */
  pending: boolean
  /** Links to the waitlists of full departures. */
  waitlist: ReactNode
  /** What the redeemed gift cards pay for. */
  marks: RedeemMarks['departures'] | undefined
}

/**
 * The departures of one day: radios labelled by their time. A departure that is not available shows
 * the reason, and has no radio if it has left or sold out.
 */
export function DeparturePicker({ day, terminalName, error, pending, ...props }: DeparturePickerProps) {
  const { unknownSeats } = useServiceTexts()
  const isTogether = Boolean(props.chosen?.two_aircraft)
  return (
    <section className="group" id="departures" aria-busy={pending}>
      <fieldset aria-describedby={error ? 'departures-error departures-note' : 'departures-note'}>
        <legend tabIndex={-1}>{formatDay(day.date)}</legend>
        <p className="hint intro" id="departures-note">
          Local time at {terminalName} ({day.timezone_label}).
          {day.sunset_time ? ` Sunset is at ${formatTime(day.sunset_time)}.` : null}
          {unknownSeats ? ` ${unknownSeats}` : null}
        </p>
        <FieldError id="departures" error={error} />
        {day.departures.length === 0 ? <NoFlights day={day} dateHref={props.dateHref} /> : null}
        <div className="picks">
          {day.departures.map((one) =>
            one.status === 'sold_out' || one.status === 'closed' ? (
              <GoneDeparture key={one.departure_id} departure={one} />
            ) : (
              <DepartureRadio
                key={one.departure_id}
                departure={one}
                quantityType={props.quantityType}
                checked={one.departure_id === props.chosen?.departure_id && !isTogether}
                mark={props.marks?.find(({ id }) => id === one.departure_id)}
              />
            ),
          )}
          {day.departures.map((one) =>
            one.two_aircraft ? (
              <TogetherRadio
                key={one.departure_id}
                departure={one}
                party={props.party}
                checked={one.departure_id === props.chosen?.departure_id && isTogether}
              />
            ) : null,
          )}
        </div>
        {day.departures.length > 0 &&
        !day.departures.some((one) => one.status === 'open' || one.two_aircraft) ? (
          <NextDate day={day} dateHref={props.dateHref} />
        ) : null}
        {props.waitlist}
      </fieldset>
    </section>
  )
}

function Time({ id, departure }: { id: string; departure: AvailableDeparture }) {
  const { clock, half } = splitTime(departure.local_time)
  return (
    <time className="t" id={id} dateTime={departure.depart_at}>
      {clock}
      <small>
        {' '}
        {half}
        {formatNightZone(departure.depart_at, departure.timezone)}
      </small>
    </time>
  )
}

function DepartureRadio(props: {
  departure: AvailableDeparture
  quantityType: QuantityType
  checked: boolean
  mark: RedeemMarks['departures'][number] | undefined
}) {
  const { departure, quantityType, checked, mark } = props
  const id = `departure-${String(departure.departure_id)}`
  const whole = quantityType === 'flight'
  const price = whole ? departure.flight_price_total : departure.seat_price_total
  return (
    <label className="pick dep" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name="departure"
        value={departure.departure_id}
        defaultChecked={checked}
        aria-labelledby={`${id}-time`}
        aria-describedby={`${id}-price ${id}-info`}
      />
      <Time id={`${id}-time`} departure={departure} />
      <span className="price" id={`${id}-price`}>
        {price === null ? null : (
          <>
            {formatDollars(price)} <small>{whole ? 'the aircraft' : 'a seat'}</small>
          </>
        )}
      </span>
      <span className="info" id={`${id}-info`}>
        <TagChips tags={departure.tags} />
        <SeatsLeft departure={departure} whole={whole} />
        {mark ? (
          <span className={mark.paid ? 'gift-mark' : 'hint'}>
            {mark.paid ? <b>Gift:</b> : null} {mark.text}
          </span>
        ) : null}
      </span>
    </label>
  )
}

/** Two departures that take the party together, where neither has room for everybody. */
function TogetherRadio(props: {
  departure: AvailableDeparture
  party: number | undefined
  checked: boolean
}) {
  const { departure, party, checked } = props
  const {
    departure_id: departureId,
    local_time: time,
    seat_price_total: price,
    two_aircraft: pair,
  } = departure
  const secondId = pair?.second.departure_id
  const id = `together-${String(departureId)}`
  return (
    <label className="pick dep" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name="departure"
        value={departureParam({ departureId, secondId })}
        defaultChecked={checked}
        aria-labelledby={`${id}-time`}
        aria-describedby={`${id}-price ${id}-info`}
      />
      <span className="pt" id={`${id}-time`}>
        {formatLeaving(departure)}
      </span>
      <span className="price" id={`${id}-price`}>
        {price === null ? null : (
          <>
            {formatDollars(price)} <small>a seat</small>
          </>
        )}
      </span>
      <span className="info" id={`${id}-info`}>
        <span className="seats">
          {departure.status === 'too_heavy'
            ? `No single aircraft can carry your party at ${formatTime(time)}.`
            : `No single aircraft has ${String(party ?? 0)} seats at ${formatTime(time)}.`}{' '}
          Fly together on two: {describeDivision(departure)}.
        </span>
      </span>
    </label>
  )
}

function SeatsLeft({ departure, whole }: { departure: AvailableDeparture; whole: boolean }) {
  const { seats_left: left, status } = departure
  const { unknownSeats } = useServiceTexts()
  if (unknownSeats) return null
  if (departure.note) return <span className="hint">{departure.note}</span>
  const seats = `${String(left)} ${left === 1 ? 'seat' : 'seats'} left`
  if (whole && !departure.whole_flight_available) {
    return <span className="seats few">Not free as a whole, {seats}</span>
  }
  if (whole) return <span className="seats">Whole aircraft, up to {departure.capacity} guests</span>
  const few = left <= 2 || status === 'too_few'
  return <span className={few ? 'seats few' : 'seats'}>{describeSeatsLeft(departure)}</span>
}

function GoneDeparture({ departure }: { departure: AvailableDeparture }) {
  const id = `departure-${String(departure.departure_id)}-time`
  return (
    <div className="dep-out">
      <Time id={id} departure={departure} />
      <span className="info">
        <TagChips tags={departure.tags} />
        <span className="seats">
          <b>{departure.status === 'closed' ? 'Sales have closed' : 'Sold out'}</b>
        </span>
      </span>
    </div>
  )
}

function NoFlights({ day, dateHref }: Pick<DeparturePickerProps, 'day' | 'dateHref'>) {
  return (
    <div className="empty">
      <h3>No flights on this day</h3>
      <NextDate day={day} dateHref={dateHref} />
    </div>
  )
}

function NextDate({ day, dateHref }: Pick<DeparturePickerProps, 'day' | 'dateHref'>) {
  if (!day.next_available_date)
    return <p className="mt4">No later day is open. Look at earlier ones above, or call us.</p>
  return (
    <p className="mt4">
      Next available:{' '}
      <Link to={dateHref(day.next_available_date)} discover="none">
        {formatDay(day.next_available_date)}
      </Link>
    </p>
  )
}
