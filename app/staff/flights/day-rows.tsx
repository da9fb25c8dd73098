import { type ReactNode } from 'react'
import { type DayDeparture, type DayFlight } from '#contract/flight-day.ts'
import { splitTime } from '../../format/local-time.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'

interface RowProps {
  departure: DayDeparture
  /** The short name of the zone, where the day has several; else empty. */
  zone: string
  /** The brands that sell it, where there are several; else empty. */
  sellers: string
  canEdit: boolean
}

/** A booked aircraft of a departure: its load, its weight and its state. */
export function FlightRow({
  departure,
  zone,
  sellers,
  canEdit,
  flight,
  first,
}: RowProps & { flight: DayFlight; first: boolean }) {
  const taken = flight.seats_sold + flight.seats_held
  const state = describeState(flight)
  const facts = [
    departure.terminal_name,
    flight.registration,
    flight.pilot_name ?? 'no pilot',
    `${flight.weight_lbs.toLocaleString('en-US')} of ${flight.max_weight_lbs.toLocaleString('en-US')} lb`,
    flight.seats_held > 0 ? `${String(flight.seats_held)} held` : '',
    first && flight.status !== 'called_off' ? `${String(departure.seats_left)} free` : '',
  ]
  return (
    <li>
      <a href={`/staff/flights/${String(flight.id)}`}>
        <Time departure={departure} zone={zone} />
        <b>{departure.product_name}</b>
        <b>
          {flight.seats_sold} / {flight.capacity}
        </b>
        <span className="line">
          <span className="muted">
            {[`${flight.flight_code} · ${facts.filter(Boolean).join(', ')}`, sellers]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={state.tone === '' ? 'st' : `st ${state.tone}`}>{state.text}</span>
        </span>
        <meter min={0} max={flight.capacity} value={taken} aria-hidden="true" />
      </a>
      <CallOff departure={departure} shown={canEdit && first} />
    </li>
  )
}

/** A departure that nobody booked. */
export function FreeRow({ departure, zone, sellers, canEdit }: RowProps) {
  return (
    <li>
      <span className="row">
        <Time departure={departure} zone={zone} />
        <b>{departure.product_name}</b>
        <b>{departure.called_off ? '' : `${String(departure.seats_left)} free`}</b>
        <span className="line">
          <span className="muted">{[departure.terminal_name, sellers].filter(Boolean).join(' · ')}</span>
          {departure.called_off ? <span className="st off">Called off</span> : null}
        </span>
      </span>
      <CallOff departure={departure} shown={canEdit} />
    </li>
  )
}

function Time({ departure, zone }: Pick<RowProps, 'departure' | 'zone'>): ReactNode {
  const { clock, half } = splitTime(departure.local_time)
  return (
    <span className="num">
      {clock}
      <small>
        {half}
        {zone === '' ? null : ` ${zone}`}
      </small>
    </span>
  )
}

function CallOff({ departure, shown }: { departure: DayDeparture; shown: boolean }) {
  if (!shown || departure.called_off) return null
  const { departure_id: id, depart_at: at } = departure
  return (
    <a
      className="act"
      href={`/staff/call-off?${new URLSearchParams({ departure: String(id), at }).toString()}`}
      aria-label={`Call off ${departure.product_name}, ${splitTime(departure.local_time).clock}`}
    >
      Call off
    </a>
  )
}

const TONES: Partial<Record<DayFlight['status'], string>> = {
  departed: 'in-air',
  landed: 'ok',
  called_off: 'off',
  delayed: 'late',
  boarding: 'here',
}

/** What keeps it from leaving comes before how far it is. */
function describeState(flight: DayFlight): { tone: string; text: string } {
  const { status } = flight
  const isAhead = status === 'scheduled' || status === 'boarding' || status === 'delayed'
  if (isAhead && flight.pilot_id === null) return { tone: 'bad', text: 'No pilot' }
  if (isAhead && flight.weight_lbs > flight.max_weight_lbs) return { tone: 'bad', text: 'Too heavy' }
  if (isAhead && status !== 'delayed' && flight.checked_in > 0) {
    return { tone: 'here', text: `Check-in ${String(flight.checked_in)} of ${String(flight.seats_sold)}` }
  }
  const { text } = FLIGHT_STATUS[status]
  return { tone: TONES[status] ?? '', text: text.charAt(0).toUpperCase() + text.slice(1) }
}
