import { type StaffDayFlight } from '#contract/staff-day.ts'
import { splitTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeOnHold } from '../parts/on-hold.ts'
import { pounds } from '../parts/unfit-words.ts'
import { describeSellers } from './sellers.ts'

/** The rows beside the queue; the rest of the day is one press away. */
const MOST_ROWS = 9

interface NextDeparturesProps {
  flights: StaffDayFlight[]
  date: string
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  /** Aircraft that may not fly now. */
  idle: readonly number[]
}

const isAhead = ({ status }: StaffDayFlight) =>
  status === 'scheduled' || status === 'boarding' || status === 'delayed'

/** The flights that leave next, each with its load, its weight and its state. */
export function NextDepartures({ flights, date, brands, idle }: NextDeparturesProps) {
  const ahead = flights.filter(isAhead)
  return (
    <section aria-labelledby="next" className="today-part">
      <div className="desk-head">
        <h2 id="next">Next departures</h2>
        <p>
          <a href="/staff/scan">Scan tickets</a> ·{' '}
          <a href={`/staff/flights?date=${date}`}>
            {flights.length === 0 ? 'The whole day' : allText(flights)}
          </a>
        </p>
      </div>
      {ahead.length === 0 ? (
        <p className="muted">
          {flights.length === 0 ? 'Nobody is booked today.' : 'Nothing leaves any more.'}
        </p>
      ) : (
        <ol className="next cut">
          {ahead.slice(0, MOST_ROWS).map((flight) => (
            <DepartureRow
              key={flight.id}
              flight={flight}
              idle={idle.includes(flight.aircraft_id)}
              sellers={describeSellers(flight, brands)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

const allText = (flights: readonly unknown[]) => `All ${String(flights.length)}`

interface RowProps {
  flight: StaffDayFlight
  idle: boolean
  sellers: string
}

function DepartureRow({ flight, idle, sellers }: RowProps) {
  const { clock, half } = splitTime(flight.local_time)
  const state = describeState(flight, idle)
  const taken = flight.seats_sold + flight.seats_held
  const facts = [
    flight.registration,
    flight.pilot_name ?? 'no pilot',
    `${pounds(flight.weight_lbs)} of ${pounds(flight.max_weight_lbs)} lb`,
    sellers,
  ]
  return (
    <li>
      <a href={`/staff/flights/${String(flight.id)}`}>
        <span className="num">
          {clock}
          <small>{half}</small>
        </span>
        <b>{flight.product_name}</b>
        <b>
          {taken} / {flight.capacity}
        </b>
        <span className="line">
          <span className="muted">
            {flight.flight_code} · {facts.filter(Boolean).join(', ')}
          </span>
          <span className={state.tone === '' ? 'st' : `st ${state.tone}`}>{state.text}</span>
          {flight.manifest_changed ? <span className="mark">Manifest changed</span> : null}
        </span>
        <meter min={0} max={flight.capacity} value={taken} aria-hidden="true" />
      </a>
    </li>
  )
}

/** What keeps it from leaving comes before how far it is. */
function describeState(flight: StaffDayFlight, idle: boolean): { tone: string; text: string } {
  if (flight.on_hold) {
    const { shape, text } = describeOnHold(flight.on_hold, flight.timezone)
    return { tone: shape, text }
  }
  if (flight.pilot_id === null) return { tone: 'bad', text: 'No pilot' }
  if (idle) return { tone: 'bad', text: 'No aircraft' }
  if (flight.weight_lbs > flight.max_weight_lbs) return { tone: 'bad', text: 'Too heavy' }
  if (flight.delay_mins > 0) return { tone: 'late', text: `${String(flight.delay_mins)} min late` }
  const told = Math.round((Date.parse(flight.depart_at) - Date.parse(flight.scheduled_at)) / 60_000)
  if (told > 0) return { tone: 'late', text: `Delayed ${String(told)} min` }
  if (flight.status === 'delayed') return { tone: 'late', text: 'Delayed' }
  const here = `Check-in ${String(flight.checked_in)} of ${String(flight.seats_sold)}`
  if (flight.guests_late > 0) {
    return { tone: 'late', text: `${here}, ${formatCount(flight.guests_late, 'guest', 'guests')} late` }
  }
  if (flight.checked_in > 0 || flight.status === 'boarding') return { tone: 'here', text: here }
  if (flight.weights_missing > 0) return { tone: 'late', text: 'Weights missing' }
  return { tone: '', text: 'Scheduled' }
}
