import { type BoardFlight } from '#contract/flight-board.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { DelayForm } from '../flights/delay-form.tsx'
import { transferHref } from '../flights/transfer-view.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { clockOf, pounds } from '../parts/unfit-words.ts'
import { AssignForm, type PanelProps } from './assign-form.tsx'
import { NOBODY } from './board-forms.ts'
import { boardHref, readUndo } from './board-view.ts'
import { countTaken, describeFlight, findToldDelay, isAhead } from './board-words.ts'

/** A flight beside the board: its facts, and who else could fly it. */
export function FlightPanel({ day, flight, answer, meanwhile }: PanelProps) {
  const state = describeFlight(flight)
  const { options } = day.board
  const over = flight.weight_lbs - flight.max_weight_lbs
  return (
    <aside id="sel" aria-labelledby="sel-name" className="card stack board-side no-print">
      {answer ? null : <Done day={day} flight={flight} />}
      <div>
        <div className="desk-head">
          <StaffState shape={state.shape}>
            {over > 0 && isAhead(flight) ? `${pounds(over)} lb too heavy` : state.text}
          </StaffState>
          <a href={boardHref(day.view, { flight: null })}>Close</a>
        </div>
        <h2 id="sel-name">
          {flight.flight_code}, {flight.product_name}
        </h2>
        <p className="muted">
          {clockOf(flight.depart_at, flight.timezone)}
          {findToldDelay(flight) > 0
            ? ` (sold for ${clockOf(flight.scheduled_at, flight.timezone)})`
            : ''}, {flight.registration}, {flight.pilot_name ?? 'no pilot'}. {countTaken(flight)} of{' '}
          {flight.capacity} seats,{' '}
          <b>{`${pounds(flight.weight_lbs)} of ${pounds(flight.max_weight_lbs)} lb`}</b>.
        </p>
        <meter
          min={0}
          max={Math.max(flight.max_weight_lbs, flight.weight_lbs)}
          low={Math.round(flight.max_weight_lbs * 0.95)}
          high={flight.max_weight_lbs}
          optimum={0}
          value={flight.weight_lbs}
          aria-hidden="true"
        />
        <Troubles flight={flight} />
      </div>
      {options === null ? (
        <p className="muted">
          {isAhead(flight)
            ? 'Its time is over; aircraft and pilot stay.'
            : 'It has left or was called off; aircraft and pilot stay.'}
        </p>
      ) : (
        <>
          {(flight.pilot_id === null
            ? (['pilot', 'aircraft'] as const)
            : (['aircraft', 'pilot'] as const)
          ).map((what) => (
            <AssignForm key={what} {...{ what, day, flight, options, answer, meanwhile }} />
          ))}
          <p className="muted sm">
            With these, time and seats stay, so nobody gets a message. The manifest and the pilot’s own list
            show it at once.
          </p>
        </>
      )}
      {isAhead(flight) ? (
        <details>
          <summary>{findToldDelay(flight) > 0 ? 'Another delay' : 'Delay'}</summary>
          <DelayForm flightId={flight.id} reason={flight.delay_reason} back="board" />
        </details>
      ) : null}
      <p className="btn-row">
        {isAhead(flight) && flight.seats_sold > 0 ? (
          <a className="btn second small" href={transferHref(flight.id, { back: 'board' })}>
            Merge or split
          </a>
        ) : null}
        <a className="btn second small" href={`/staff/flights/${String(flight.id)}`}>
          Open manifest
        </a>
      </p>
    </aside>
  )
}

/** What keeps the flight from leaving besides its state. */
function Troubles({ flight }: { flight: BoardFlight }) {
  const { turnaround, weights_missing: missing, needs } = flight
  return (
    <>
      {turnaround === null ? null : (
        <p>
          {`${flight.registration} has ${String(Math.max(0, turnaround.minutes))} minutes on the ground ` +
            `after ${turnaround.flight_code}, needs ${String(turnaround.needed)}.`}
        </p>
      )}
      {needs.includes('no_aircraft') ? <p>{flight.registration} is out of service.</p> : null}
      {missing > 0 && isAhead(flight) ? (
        <p>{missing === 1 ? 'One weight is missing.' : `${String(missing)} weights are missing.`}</p>
      ) : null}
    </>
  )
}

/** What was just done, with the form that takes it back. */
function Done({ day, flight }: Pick<PanelProps, 'day' | 'flight'>) {
  const undo = readUndo(day.view)
  if (!undo) return null
  const { what, was } = undo
  const now = what === 'aircraft' ? flight.aircraft_id : flight.pilot_id
  if (now === was) return null
  const text =
    what === 'aircraft'
      ? `${flight.flight_code} flies with ${flight.registration} now.`
      : flight.pilot_name === null
        ? `${flight.flight_code} has no pilot now.`
        : `${flight.pilot_name} flies ${flight.flight_code} now.`
  return (
    <DoneBar text={text}>
      <form method="post" action={boardHref(day.view)}>
        <input type="hidden" name="flight" value={flight.id} />
        <input type="hidden" name="was" value={now ?? ''} />
        <input type="hidden" name="to" value={was ?? NOBODY} />
        <input type="hidden" name="undo" value="yes" />
        <button type="submit" className="btn second small" name="intent" value={what}>
          Undo
        </button>
      </form>
    </DoneBar>
  )
}
