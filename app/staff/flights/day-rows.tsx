import { type ReactNode } from 'react'
import { type DayDeparture, type DayFlight } from '#contract/flight-day.ts'
import { formatTime, splitTime, toLocalTime } from '../../format/local-time.ts'
import { describeOnHold } from '../parts/on-hold.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { describeState, stateClass } from './flight-state.ts'

interface RowProps {
  departure: DayDeparture
  /** The short name of the zone, where the day has several; else empty. */
  zone: string
  /** The brands that sell it, where there are several; else empty. */
  sellers: string
}

interface FlightRowProps extends RowProps {
  flight: DayFlight
  /** Of several aircraft the first one is of the whole departure. */
  first: boolean
}

/** A booked aircraft of a departure: its load, its weight and its state. */
export function FlightRow({ departure, zone, sellers, flight, first }: FlightRowProps) {
  const taken = flight.seats_sold + flight.seats_held
  const state = describeState({
    status: flight.status,
    hasPilot: flight.pilot_id !== null,
    taken,
    pounds: flight.weight_lbs,
    maxPounds: flight.max_weight_lbs,
    here: flight.checked_in,
    expected: flight.seats_sold,
  })
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
          <OnHold departure={departure} />
          <span className={stateClass(state.tone)}>{state.text}</span>
          {flight.delay_mins > 0 && flight.status !== 'called_off' ? (
            <span className="mark">
              {`Leaves ${formatTime(toLocalTime(flight.depart_at, departure.timezone))}, ` +
                `${String(flight.delay_mins)} min later`}
            </span>
          ) : null}
          {flight.manifest_changed ? <span className="mark">Manifest changed</span> : null}
        </span>
        <meter min={0} max={flight.capacity} value={taken} aria-hidden="true" />
      </a>
    </li>
  )
}

/** A departure that nobody booked; a booked one is called off on the page of its flight. */
export function FreeRow({ departure, zone, sellers, canEdit }: RowProps & { canEdit: boolean }) {
  return (
    <li>
      <span className="row">
        <Time departure={departure} zone={zone} />
        <b>{departure.product_name}</b>
        <b>{departure.called_off ? '' : `${String(departure.seats_left)} free`}</b>
        <span className="line">
          <span className="muted">{[departure.terminal_name, sellers].filter(Boolean).join(' · ')}</span>
          {departure.called_off ? <span className="st off">Called off</span> : null}
          <OnHold departure={departure} />
        </span>
      </span>
      <CallOff departure={departure} shown={canEdit} />
    </li>
  )
}

/** Staff have still to decide whether it flies. */
function OnHold({ departure: { on_hold: onHold, timezone } }: Pick<RowProps, 'departure'>) {
  if (onHold === null) return null
  const { shape, text } = describeOnHold(onHold, timezone)
  return <StaffState shape={shape}>{text}</StaffState>
}

function Time({ departure, zone }: Pick<RowProps, 'departure' | 'zone'>): ReactNode {
  const { clock, half } = splitTime(departure.local_time)
  return (
    <span className="num">
      {clock}
      <small>{half}</small>
      {zone === '' ? null : <small className="zone"> {zone}</small>}
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
