import { type BoardFlight } from '#contract/flight-board.ts'
import { splitTime } from '../../format/local-time.ts'
import { formatNightZone } from '../../format/night-zone.ts'
import { formatCount } from '../parts/count-noun.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { pounds } from '../parts/unfit-words.ts'
import { panelHref } from './board-view.ts'
import { countTaken, describeCrew, describeFlight, isAhead } from './board-words.ts'
import { type DayBoard } from './load-board.server.ts'

/** The same day by time: what flies, what is to go, and folded what has landed. */
export function BoardList({ day }: { day: DayBoard }) {
  const { flights } = day
  const landed = flights.filter(({ status }) => status === 'landed')
  return (
    <div className="board-list stack">
      <Part day={day} title="In the air" flights={flights.filter(({ status }) => status === 'departed')} />
      <Part day={day} title="To go" flights={flights.filter(isAhead)} />
      <Part day={day} title="Called off" flights={flights.filter(({ status }) => status === 'called_off')} />
      {landed.length === 0 ? null : (
        <details>
          <summary>{`Landed, ${formatCount(landed.length, 'flight', 'flights')}`}</summary>
          <Rows day={day} flights={landed} />
        </details>
      )}
    </div>
  )
}

interface PartProps {
  day: DayBoard
  title: string
  flights: readonly BoardFlight[]
}

function Part({ day, title, flights }: PartProps) {
  if (flights.length === 0) return null
  return (
    <section className="stack" aria-label={title}>
      <h2>{`${title} (${String(flights.length)})`}</h2>
      <Rows day={day} flights={flights} />
    </section>
  )
}

function Rows({ day, flights }: Omit<PartProps, 'title'>) {
  return (
    <ol className="next">
      {flights.map((flight) => (
        <Row key={flight.id} day={day} flight={flight} />
      ))}
    </ol>
  )
}

function Row({ day, flight }: { day: DayBoard; flight: BoardFlight }) {
  const { clock, half } = splitTime(flight.local_time)
  const state = describeFlight(flight)
  const taken = countTaken(flight)
  const terminal =
    day.terminals.length < 2 ? undefined : day.terminals.find(({ id }) => id === flight.terminal_id)?.name
  const facts = [
    describeCrew(flight),
    `${pounds(flight.weight_lbs)} of ${pounds(flight.max_weight_lbs)} lb`,
    terminal,
  ]
  return (
    <li>
      <a
        href={panelHref(day.view, flight.id)}
        aria-current={flight.id === day.selected?.id ? 'true' : undefined}
      >
        <span className="num">
          {clock}
          <small>
            {half}
            {formatNightZone(flight.depart_at, flight.timezone)}
          </small>
        </span>
        <b>{flight.product_name}</b>
        <b>
          {taken} / {flight.capacity}
        </b>
        <span className="line">
          <span className="muted">
            {flight.flight_code} · {facts.filter(Boolean).join(', ')}
          </span>
          <StaffState shape={state.shape}>{state.text}</StaffState>
          {flight.manifest_changed ? <span className="mark">Manifest changed</span> : null}
        </span>
        <meter min={0} max={flight.capacity} value={taken} aria-hidden="true" />
      </a>
    </li>
  )
}
