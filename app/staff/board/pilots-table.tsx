import { type BoardFlight, type BoardPilot } from '#contract/flight-board.ts'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { formatSpan } from './board-words.ts'
import { type DayBoard } from './load-board.server.ts'

const HEADS = ['Pilot', 'Duty', 'Now', 'Flights', 'In the air'] as const

/** Everybody who can fly, with what they fly on the day. */
export function PilotsTable({ day }: { day: DayBoard }) {
  const { pilots } = day.board
  if (pilots.length === 0) return <p className="muted">Nobody has the role of a pilot.</p>
  const busy = pilots.filter(({ flights }) => flights > 0)
  const free = pilots.filter(({ flights }) => flights === 0)
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
    </section>
  )
}

function PilotRow({ pilot, day }: { pilot: BoardPilot; day: DayBoard }) {
  const own = day.board.flights.filter((one) => one.pilot_id === pilot.id && one.status !== 'called_off')
  const [first, last] = [own[0], own.at(-1)]
  const state = describeNow(own, day.now)
  return (
    <tr>
      <th scope="row">{pilot.name}</th>
      <td data-label="Duty">
        {pilot.duty_from === null || pilot.duty_until === null || !first || !last
          ? '–'
          : `${clockOf(pilot.duty_from, first.timezone)} – ${clockOf(pilot.duty_until, last.timezone)}`}
      </td>
      <td data-label="Now">
        <StaffState shape={state.shape}>{state.text}</StaffState>
      </td>
      <td data-label="Flights">{pilot.flights}</td>
      <td data-label="In the air">{formatSpan(pilot.flight_mins)}</td>
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
