import { type DayDeparture, type DayFlight, type FlightDay } from '#contract/flight-day.ts'
import { formatTime } from '../../format/local-time.ts'
import { FieldError } from '../../ui/field.tsx'
import { selectProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { isEmpty } from './flight-state.ts'
import { flightSeen, OTHER_PILOT_SHAPE, PILOT_SHAPE } from './flight-forms.ts'

interface PilotTrayProps {
  day: FlightDay
  answer: FormAnswer | undefined
}

interface OpenFlight {
  departure: DayDeparture
  flight: DayFlight
}

/**
 * Booked flights without a pilot, each with its choice, and one form for all others. A flight whose choice
 * was refused stands among the first, with the reason.
 */
export function PilotTray({ day, answer }: PilotTrayProps) {
  const open = day.departures.flatMap((departure) =>
    departure.flights
      .filter(({ status }) => status !== 'called_off' && status !== 'landed')
      .map((flight): OpenFlight => ({ departure, flight })),
  )
  const listed = open.filter(
    ({ flight }) =>
      (flight.pilot_id === null && !isEmpty(flight)) || answer?.form === rowShape(PILOT_SHAPE, flight.id).id,
  )
  const others = open.filter((one) => !listed.includes(one))
  return (
    <aside className="card stack tray" aria-labelledby="tray">
      <h2 id="tray">
        {listed.length === 0 ? 'Every flight has a pilot' : `Without a pilot (${String(listed.length)})`}
      </h2>
      {listed.map((one) => (
        <PilotForm key={one.flight.id} {...one} {...{ day, answer }} />
      ))}
      {others.length === 0 ? null : <OtherPilotForm {...{ others, day }} />}
    </aside>
  )
}

function PilotForm({ departure, flight, day, answer }: OpenFlight & PilotTrayProps) {
  const form = plainForm(rowShape(PILOT_SHAPE, flight.id), answer, { pilot_id: flight.pilot_id })
  const { pilot_id: pilot } = form.fields
  return (
    <form method="post" action={`/staff/flights?date=${day.date}`} className="stack" {...form.props}>
      <input type="hidden" name="flight" value={flightSeen(flight)} />
      <p>
        <b>{flight.flight_code}</b> {formatTime(departure.local_time)}, {flight.registration}
      </p>
      <FieldError id={pilot.id} error={pilot.error} />
      <div className="desk-inline">
        <select className="input" {...selectProps(pilot)} aria-label={`Pilot of ${flight.flight_code}`}>
          <option value="">Nobody yet</option>
          <PilotOptions day={day} />
        </select>
        <button type="submit" className="btn second small">
          Set
        </button>
      </div>
    </form>
  )
}

/** The pilot of a flight that has one: rarely needed, so it is one form and folded. */
function OtherPilotForm({ others, day }: { others: OpenFlight[]; day: FlightDay }) {
  const form = plainForm(OTHER_PILOT_SHAPE, undefined)
  const { flight: chosen, pilot_id: pilot } = form.fields
  return (
    <details className="disc">
      <summary>Another pilot for a flight</summary>
      <form method="post" action={`/staff/flights?date=${day.date}`} className="stack" {...form.props}>
        <label className="stack" htmlFor={chosen.id}>
          <span>{chosen.label}</span>
          <select className="input" {...selectProps(chosen)}>
            {others.map(({ departure, flight }) => (
              <option key={flight.id} value={flightSeen(flight)}>
                {formatTime(departure.local_time)} {flight.flight_code}, {flight.pilot_name ?? 'nobody yet'}
              </option>
            ))}
          </select>
        </label>
        <label className="stack" htmlFor={pilot.id}>
          <span>{pilot.label}</span>
          <select className="input" {...selectProps(pilot)}>
            <PilotOptions day={day} />
            <option value="">Nobody yet</option>
          </select>
        </label>
        <button type="submit" className="btn second small">
          Set the pilot
        </button>
      </form>
    </details>
  )
}

function PilotOptions({ day }: Pick<PilotTrayProps, 'day'>) {
  return day.pilots.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}
