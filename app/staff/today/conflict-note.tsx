import { type StaffDayFlight } from '#contract/staff-day.ts'
import { Check } from '../../ui/check.tsx'
import { READ_FIRST, SentFields, type SentField } from '../parts/sent-fields.tsx'

/** A value that a colleague wrote while a row of the queue was open, beside the own one. */
export interface TodayConflict {
  flightId: number
  /** Both values in one sentence. */
  text: string
  /** The button that leaves the colleague's value. */
  keep: string
  /** The button that writes the own value all the same. */
  overwrite: string
  /** What the form of that button sends beside the own value: what is overwritten. */
  fields: readonly SentField[]
  mine: SentField
}

interface NoteProps {
  conflicts: readonly TodayConflict[]
  flights: readonly StaffDayFlight[]
}

/**
 * What colleagues were faster with. The rows of the queue are gone with their acts, so the own
 * values stay here until somebody chooses.
 */
export function ConflictNote({ conflicts, flights }: NoteProps) {
  const [first] = conflicts
  if (!first) return null
  const flight = flights.find(({ id }) => id === first.flightId)
  const isOne = conflicts.length === 1
  return (
    <section className="alert warn" aria-labelledby="conflict" {...READ_FIRST}>
      <h3 id="conflict">
        Somebody else was faster
        {flight ? (
          <>
            : <a href={`/staff/flights/${String(flight.id)}`}>{flight.flight_code}</a>
          </>
        ) : null}
      </h3>
      <form method="post" className="conflict">
        <SentFields fields={listFields(conflicts)} />
        {isOne ? <SentFields fields={[first.mine]} /> : null}
        {conflicts.map((one) => (
          <Conflict key={one.text} one={one} isTicked={!isOne} />
        ))}
        <p className="muted">Yours is not written yet.</p>
        <div className="btn-row">
          <a className="btn second small" href="/staff">
            {isOne ? first.keep : 'Keep all as they are'}
          </a>
          <button type="submit" className="btn small">
            {isOne ? first.overwrite : 'Write what is ticked'}
          </button>
        </div>
      </form>
    </section>
  )
}

/** All conflicts of a press are about one flight, so each field is sent once. */
const listFields = (conflicts: readonly TodayConflict[]): SentField[] => [
  ...new Map(conflicts.flatMap(({ fields }) => fields.map((field) => [field[0], field] as const))).values(),
]

function Conflict({ one, isTicked }: { one: TodayConflict; isTicked: boolean }) {
  const [name, value] = one.mine
  return (
    <>
      <p>{one.text}</p>
      {isTicked ? <Check id={name} name={name} value={value} label={one.overwrite} defaultChecked /> : null}
    </>
  )
}
