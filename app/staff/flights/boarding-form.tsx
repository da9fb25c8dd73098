import { type Manifest } from '#contract/passenger.ts'
import { type BoardingFormValues } from './handle-manifest.server.ts'

const BOARDING = { checked_in: 'Checked in', no_show: 'Did not come' } as const

type Passenger = Manifest['passengers'][number]

/** How somebody stands, and what was noted. */
export const boardingWords = ({ boarding, boarding_note: note }: Passenger) =>
  [boarding === null ? 'Not yet' : BOARDING[boarding], note].filter(Boolean).join('. ')

/**
 * Checks one passenger in, and notes what the flight team has to know. It sends along how they
 * stood when it was shown; where it was refused it keeps what was typed and says how they stand
 * now.
 */
export function BoardForm({
  passenger,
  typed,
}: {
  passenger: Passenger
  typed: BoardingFormValues | undefined
}) {
  const { id, full_name: name, boarding, boarding_note: note } = passenger
  return (
    <>
      {typed ? <p className="no-print sm">Now: {boardingWords(passenger)}</p> : null}
      <form method="post" className="desk-inline no-print">
        <input type="hidden" name="passenger" value={id} />
        <input type="hidden" name="was_boarding" value={boarding ?? ''} />
        <input type="hidden" name="was_note" value={note ?? ''} />
        <select
          className="input"
          name="boarding"
          aria-label={`Check-in of ${name}`}
          defaultValue={(typed?.boarding === undefined ? boarding : typed.boarding) ?? ''}
        >
          <option value="">Not yet</option>
          {Object.entries(BOARDING).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <input
          className="input"
          name="note"
          aria-label={`Note about ${name}`}
          placeholder="Note"
          defaultValue={typed?.boarding_note ?? note ?? ''}
          maxLength={300}
        />
        <button type="submit" className="btn second small">
          Save<span className="vh"> {name}</span>
        </button>
      </form>
    </>
  )
}
