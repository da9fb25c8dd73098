import { type DayDeparture, type DayFlight, type FlightDay } from '#contract/flight-day.ts'
import { formatDayAndYear, formatTime, formatZone } from '../../format/local-time.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { FormErrors, selectProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape, rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import { describeSellers } from '../today/sellers.ts'
import { PILOT_SHAPE } from './flight-forms.ts'

interface FlightsPageProps {
  day: FlightDay
  /** False for pilots: they see only their own flights and change nothing here. */
  canEdit: boolean
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  answer: FormAnswer | undefined
}

/** The flights of a day with pilots, bookings and status. */
export function FlightsPage({ day, canEdit, brands, answer }: FlightsPageProps) {
  const seats = day.departures.flatMap(({ flights }) => flights)
  const sold = seats.reduce((sum, one) => sum + one.seats_sold, 0)
  return (
    <div className="wrap desk">
      <FormErrors form={plainForm(answeredShape(PILOT_SHAPE, answer), answer)} />
      <div className="desk-head">
        <div>
          <p className="eyebrow">{canEdit ? 'The day' : 'Your flights'}</p>
          <h1>{formatDayAndYear(day.date)}</h1>
        </div>
        <DayNav date={day.date} />
      </div>
      <p className="muted" role="status">
        {formatCount(day.departures.length, 'departure', 'departures')}
        {sold > 0 ? `, ${formatCount(sold, 'seat', 'seats')} sold` : ''}.
      </p>
      {day.departures.length === 0 ? (
        <p>{canEdit ? 'Nothing leaves on this day.' : 'You fly nothing on this day.'}</p>
      ) : (
        <DayTable {...{ day, canEdit, brands, answer }} />
      )}
    </div>
  )
}

const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

function DayNav({ date }: { date: string }) {
  return (
    <form method="get" className="desk-find" aria-label="Another day">
      <Field id="date" name="date" type="date" label="Day" defaultValue={date} />
      <button type="submit" className="btn second small">
        Show
      </button>
      <div className="btn-row">
        <a className="btn second small" href={`/staff/flights?date=${addDays(date, -1)}`}>
          Day before
        </a>
        <a className="btn second small" href={`/staff/flights?date=${addDays(date, 1)}`}>
          Day after
        </a>
      </div>
    </form>
  )
}

function DayTable({ day, canEdit, brands, answer }: FlightsPageProps) {
  return (
    <ScrollRegion label="Departures">
      <table className="table stacks day-table">
        <caption className="vh">Departures in the order of time</caption>
        <thead>
          <tr>
            <th scope="col">Leaves</th>
            <th scope="col">Flight</th>
            <th scope="col">Seats</th>
            <th scope="col">Pilot</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="vh">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {day.departures.map((one) =>
            one.flights.length === 0 ? (
              <FreeRow
                key={one.departure_id}
                departure={one}
                canEdit={canEdit}
                sellers={describeSellers(one, brands)}
              />
            ) : (
              one.flights.map((flight, index) => (
                <FlightRow
                  key={flight.id}
                  departure={one}
                  flight={flight}
                  first={index === 0}
                  day={day}
                  canEdit={canEdit}
                  sellers={describeSellers(one, brands)}
                  answer={answer}
                />
              ))
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function DepartureRow({ departure, first }: { departure: DayDeparture; first: boolean }) {
  const time = `${formatTime(departure.local_time)} ${formatZone(departure.depart_at, departure.timezone)}`
  return <th scope="row">{first ? time : <span className="vh">{time}</span>}</th>
}

const departureCancellationHref = ({ departure_id: id, depart_at: at }: DayDeparture) =>
  `/staff/call-off?${new URLSearchParams({ departure: String(id), at }).toString()}`

function FreeRow({ departure, canEdit, sellers }: Pick<FlightRowProps, 'departure' | 'canEdit' | 'sellers'>) {
  return (
    <tr className="quiet">
      <DepartureRow departure={departure} first />
      <td>
        {departure.product_name}
        <small>{[departure.terminal_name, sellers].filter(Boolean).join(' · ')}</small>
      </td>
      <td>
        {departure.called_off ? '' : `${String(departure.seats_left)} free`}
        <small>nobody booked</small>
      </td>
      <td className="none"></td>
      <td className={departure.called_off ? undefined : 'none'}>
        {departure.called_off ? <span className="chip bad">called off</span> : null}
      </td>
      <td className="r">
        {canEdit && !departure.called_off ? (
          <a href={departureCancellationHref(departure)}>Call off</a>
        ) : null}
      </td>
    </tr>
  )
}

interface FlightRowProps {
  departure: DayDeparture
  flight: DayFlight
  first: boolean
  day: FlightDay
  canEdit: boolean
  sellers: string
  answer: FormAnswer | undefined
}

function FlightRow({ departure, flight, first, day, canEdit, sellers, answer }: FlightRowProps) {
  const status = FLIGHT_STATUS[flight.status]
  const open = flight.status !== 'called_off'
  return (
    <tr>
      <DepartureRow departure={departure} first={first} />
      <td>
        <a href={`/staff/flights/${String(flight.id)}`}>
          {departure.product_name} {flight.flight_code}
        </a>
        <small>
          {[`${departure.terminal_name}, ${flight.registration}`, sellers].filter(Boolean).join(' · ')}
        </small>
      </td>
      <td>
        {flight.seats_sold} of {flight.capacity} sold
        <small>
          {[
            flight.seats_held > 0 ? `${String(flight.seats_held)} held` : '',
            flight.checked_in > 0 ? `${String(flight.checked_in)} checked in` : '',
            first && open ? `${String(departure.seats_left)} free` : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </td>
      <td>
        {canEdit && open ? (
          <PilotForm {...{ flight, day, answer }} time={departure.local_time} />
        ) : (
          (flight.pilot_name ?? 'Nobody yet')
        )}
      </td>
      <td>
        <span className={`chip ${status.tone}`}>{status.text}</span>
      </td>
      <td className="r">
        {canEdit && first && !departure.called_off ? (
          <a href={departureCancellationHref(departure)}>Call off</a>
        ) : null}
      </td>
    </tr>
  )
}

interface PilotFormProps extends Pick<FlightRowProps, 'flight' | 'day' | 'answer'> {
  time: string
}

function PilotForm({ flight, day, time, answer }: PilotFormProps) {
  const form = plainForm(rowShape(PILOT_SHAPE, flight.id), answer, { pilot_id: flight.pilot_id })
  const { pilot_id: pilot } = form.fields
  return (
    <form method="post" action={`/staff/flights?date=${day.date}`} className="desk-inline" {...form.props}>
      <input type="hidden" name="flight" value={flight.id} />
      <FieldError id={pilot.id} error={pilot.error} />
      <select
        className="input"
        {...selectProps(pilot)}
        aria-label={`Pilot of ${flight.flight_code}, ${formatTime(time)}`}
      >
        <option value="">Nobody yet</option>
        {day.pilots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="btn second small">
        Set
      </button>
    </form>
  )
}
