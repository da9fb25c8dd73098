import { type DayDeparture, type DayFlight, type FlightDay } from '#contract/flight-day.ts'
import { formatTime, formatZone } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import { describeSellers } from './sellers.ts'

export interface DayAtAGlance {
  date: string
  /** The number of departures, booked or not. */
  departures: number
  /** The booked flights, ordered by time. */
  flown: { departure: Omit<DayDeparture, 'flights'>; flight: DayFlight }[]
}

/** What the first page shows of a day: the framework encodes all that a page is given. */
export const glanceAt = ({ date, departures }: FlightDay): DayAtAGlance => ({
  date,
  departures: departures.length,
  flown: departures.flatMap(({ flights, ...departure }) =>
    flights
      .filter(({ seats_sold: sold, seats_held: held }) => sold + held > 0)
      .map((flight) => ({ departure, flight })),
  ),
})

interface DayGlanceProps {
  day: DayAtAGlance
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
}

/** The booked flights of the day, ordered by time. */
export function DayGlance({ day: { date, departures, flown }, brands }: DayGlanceProps) {
  const flights = flown.map(({ flight }) => flight)
  const total = (count: (flight: DayFlight) => number) => flights.reduce((sum, one) => sum + count(one), 0)
  return (
    <section className="desk-part" aria-labelledby="flights">
      <div className="desk-head">
        <h2 id="flights">Flights</h2>
        <a href={`/staff/flights?date=${date}`}>The whole day</a>
      </div>
      <p className="muted">
        {formatCount(departures, 'departure', 'departures')},{' '}
        {flown.length === 0
          ? 'nobody booked yet.'
          : `${formatCount(
              flown.length,
              'flight',
              'flights',
            )} booked: ${String(total((one) => one.seats_sold))} of ${formatCount(
              total((one) => one.capacity),
              'seat',
              'seats',
            )} sold, ${String(total((one) => one.checked_in))} checked in.`}
      </p>
      {flown.length === 0 ? null : (
        <ol className="day-glance">
          {flown.map(({ departure, flight }) => (
            <GlanceRow
              key={flight.id}
              departure={departure}
              flight={flight}
              sellers={describeSellers(departure, brands)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type GlanceRowProps = DayAtAGlance['flown'][number] & { sellers: string }

function GlanceRow({ departure, flight, sellers }: GlanceRowProps) {
  const status = FLIGHT_STATUS[flight.status]
  return (
    <li>
      <p className="glance-time">
        {formatTime(departure.local_time)}{' '}
        <small>{formatZone(departure.depart_at, departure.timezone)}</small>
      </p>
      <div>
        <a href={`/staff/flights/${String(flight.id)}`}>{departure.product_name}</a>
        <p className="muted sm">
          {[flight.flight_code, flight.registration, flight.pilot_name ?? departure.terminal_name, sellers]
            .filter(Boolean)
            .join(', ')}
        </p>
        <p className="chips">
          <span className={`chip ${status.tone}`}>{status.text}</span>
          {flight.pilot_id === null && flight.status !== 'called_off' ? (
            <span className="chip warn">no pilot</span>
          ) : null}
        </p>
      </div>
      <p className="glance-seats">
        {flight.seats_sold} / {flight.capacity}
        <small>sold</small>
      </p>
    </li>
  )
}
