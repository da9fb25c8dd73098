import { clockOf } from '../parts/unfit-words.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { panelHref } from './board-view.ts'
import { describeCrew, describeFlight, isAhead } from './board-words.ts'
import { type DayBoard } from './load-board.server.ts'

/** The flights without an aircraft that flies, or without a pilot; each opens its panel. */
export function OpenFlights({ day }: { day: DayBoard }) {
  const open = day.flights.filter(
    (one) => isAhead(one) && one.needs.some((need) => need === 'no_aircraft' || need === 'no_pilot'),
  )
  return (
    <aside className="card stack board-side no-print" aria-labelledby="open">
      <h2 id="open">
        {open.length === 0
          ? 'Every flight has aircraft and pilot'
          : `Without aircraft or pilot (${String(open.length)})`}
      </h2>
      {open.length === 0 ? (
        <p className="muted">Press a flight to change what it flies with.</p>
      ) : (
        <ul className="board-open">
          {open.map((flight) => {
            const state = describeFlight(flight)
            return (
              <li key={flight.id}>
                <a href={panelHref(day.view, flight.id)}>
                  {flight.flight_code}, {clockOf(flight.depart_at, flight.timezone)}
                </a>
                <StaffState shape={state.shape}>{state.text}</StaffState>
                <span className="muted sm">
                  {flight.product_name}, {describeCrew(flight)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </aside>
  )
}
