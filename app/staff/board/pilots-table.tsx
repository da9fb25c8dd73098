import { type BoardFlight, type BoardPilot } from '#contract/flight-board.ts'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { describeLimits, describeUse, OVER } from '../parts/duty-words.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { type DayBoard } from './load-board.server.ts'

const HEADS = ['Pilot', 'Duty', 'Now', 'Flights', 'Flown, planned'] as const

/** Everybody who can fly, with what they fly on the day. */
export function PilotsTable({ day }: { day: DayBoard }) {
  const { pilots } = day.board
  if (pilots.length === 0) return <p className="muted">Nobody has the role of a pilot.</p>
  const busy = pilots.filter(({ flights, duty_from: from }) => flights > 0 || from !== null)
  const rest = pilots.filter((pilot) => !busy.includes(pilot))
  const free = rest.filter(({ off }) => !off)
  const off = rest.filter((pilot) => pilot.off)
  return (
    <section className="stack" aria-labelledby="pilots">
      <h2 id="pilots">Pilots of the day</h2>
      {busy.length === 0 ? null : (
        <StaffTable label="Pilots of the day" heads={HEADS} stacked>
          {busy.map((pilot) => (
            <PilotRow key={pilot.id} pilot={pilot} day={day} />
          ))}
        </StaffTable>
      )}
      {free.length === 0 ? null : (
        <p className="muted sm">Without a flight: {free.map(({ name }) => name).join(', ')}.</p>
      )}
      {off.length === 0 ? null : (
        <p className="muted sm">
          <StaffState shape="off">Off</StaffState> {off.map(({ name }) => name).join(', ')}.
        </p>
      )}
      <p className="muted sm">
        {describeLimits(day.board.duty_limits)}{' '}
        <a href={`/staff/pilots?from=${day.view.date}`}>The week of pilots</a>
      </p>
    </section>
  )
}

function PilotRow({ pilot, day }: { pilot: BoardPilot; day: DayBoard }) {
  const own = day.board.flights.filter((one) => one.pilot_id === pilot.id && one.status !== 'called_off')
  const [first, last] = [own[0], own.at(-1)]
  const state = describeNow(own, day.now)
  return (
    <tr>
      <th scope="row">
        <a href={`/staff/pilots/${String(pilot.id)}?from=${day.view.date}`}>{pilot.name}</a>
      </th>
      <td data-label="Duty">
        {pilot.duty_from === null || pilot.duty_until === null || !first || !last
          ? '–'
          : `${clockOf(pilot.duty_from, first.timezone)} – ${clockOf(pilot.duty_until, last.timezone)}`}
        {pilot.duty_mins === 0 ? null : (
          <small>{describeUse(pilot.duty_mins, day.board.duty_limits.max_duty_mins)}</small>
        )}
        {pilot.off ? <StaffState shape="bad">Off on this day</StaffState> : null}
        {pilot.over.map((kind) => (
          <StaffState key={kind} shape="bad">
            {OVER[kind]}
          </StaffState>
        ))}
      </td>
      <td data-label="Now">
        <StaffState shape={state.shape}>{state.text}</StaffState>
      </td>
      <td data-label="Flights">{pilot.flights}</td>
      <td data-label="Flown, planned">
        {describeUse(pilot.flight_mins, day.board.duty_limits.max_flight_mins)}
        <meter
          min={0}
          max={Math.max(day.board.duty_limits.max_flight_mins, pilot.flight_mins)}
          high={day.board.duty_limits.max_flight_mins}
          optimum={0}
          value={pilot.flight_mins}
          aria-hidden="true"
        />
      </td>
    </tr>
  )
}

/** What a pilot does now; the flights are the own ones, soonest first. */
function describeNow(own: readonly BoardFlight[], now: string): StateWords {
  const flying = own.find(({ status }) => status === 'departed')
  if (flying) return { shape: 'in-air', text: `Lands ${clockOf(flying.arrive_at, flying.timezone)}` }
  const next = own.find(({ status }) => status !== 'landed')
  if (!next) return { shape: 'done', text: 'All landed' }
  const isLate = Date.parse(next.depart_at) < Date.parse(now)
  const time = clockOf(next.depart_at, next.timezone)
  return isLate
    ? { shape: 'late', text: `Should have left ${time}` }
    : { shape: 'none', text: `Free until ${time}` }
}
