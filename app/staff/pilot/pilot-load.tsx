import { type ManifestLine, type ManifestParty, type PilotFlight } from '#contract/manifest-version.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { CabinPlan } from '../parts/cabin-plan.tsx'
import { SeatingLimits } from '../parts/seating-limits.tsx'
import { WeightMeter } from '../parts/weight-meter.tsx'
import { isAhead } from '../flights/flight-state.ts'
import { PILOT_WEIGHT_SHAPE } from './pilot-forms.ts'

interface LoadProps {
  flight: PilotFlight
  answer: FormAnswer | undefined
}

/** Who flies and what they weigh, with the notes for the pilot and the sum against the limit. */
export function PilotLoad({ flight, answer }: LoadProps) {
  const { passengers, total_weight_lbs: pounds, max_weight_lbs: most } = flight.content
  return (
    <section aria-labelledby="load" className="sun-part">
      <h2 id="load">Passengers ({passengers.length})</h2>
      <p className="sun-sum">
        <b>{pounds.toLocaleString('en-US')}</b> of {most.toLocaleString('en-US')} lb
        {pounds > most ? `, ▲ ${(pounds - most).toLocaleString('en-US')} lb over the limit` : ''}
      </p>
      <WeightMeter {...{ pounds, most }} />
      <PilotCabin flight={flight} />
      {passengers.length === 0 ? <p>Nobody is booked with a name.</p> : null}
      <ol className="sun-people">
        {passengers.map((line, at) => (
          <Person
            key={line.id}
            party={passengers[at - 1]?.order_id === line.order_id ? undefined : partyOf(flight, line)}
            {...{ line, flight, answer }}
          />
        ))}
      </ol>
    </section>
  )
}

const partyOf = ({ content }: PilotFlight, { order_id: orderId }: ManifestLine) =>
  content.parties?.find((party) => party.order_id === orderId)

/** Who sits where; nothing while no seat is given. */
function PilotCabin({ flight: { content } }: Pick<LoadProps, 'flight'>) {
  const { seating = null, passengers, registration, pilot_name: pilotName } = content
  if (seating === null || seating.loads.length === 0) return null
  const people = passengers.map((line) => ({
    id: line.id,
    name: line.full_name || 'No name yet',
    weight: `${String(line.counted_lbs)} lb${line.weight_lbs === null ? ' assumed' : ''}`,
  }))
  return (
    <>
      <CabinPlan {...{ seating, people, registration, pilotName }} />
      <SeatingLimits seating={seating} />
      {seating.front_seat_rule === null ? null : <p>In front: {seating.front_seat_rule}</p>}
    </>
  )
}

interface PersonProps extends LoadProps {
  line: ManifestLine
  /** What is said of the party; with its first passenger only. */
  party: ManifestParty | undefined
}

function Person({ line, party, flight, answer }: PersonProps) {
  const { weight_lbs: told, counted_lbs: counted, checked_in_at: here, notes } = line
  const form = rowShape(PILOT_WEIGHT_SHAPE, line.id)
  const facts = [
    line.seat ? `seat ${line.seat}` : '',
    line.seats > 1 ? `${String(line.seats)} seats` : '',
    here === null ? 'not checked in' : `here ${formatTime(toLocalTime(here, flight.content.timezone))}`,
    line.waiver_signed ? '' : 'no waiver',
  ]
  return (
    <li data-target={`weight-${String(flight.id)}-${String(line.id)}`}>
      <p className="sun-head">
        <b>{line.full_name || 'No name yet'}</b>
        <b>{told === null ? `${String(counted)} lb assumed` : `${String(told)} lb`}</b>
      </p>
      <p>{facts.filter(Boolean).join(', ')}</p>
      {notes.length === 0 ? null : <p>{notes.join('. ')}</p>}
      {party ? <PartyWords party={party} /> : null}
      {!isAhead(flight.status) ? null : told === null ? (
        <WeightForm line={line} flight={flight} answer={answer} />
      ) : (
        <details open={answer?.form === form.id}>
          <summary>
            Correct the weight<span className="vh"> of {line.full_name}</span>
          </summary>
          <WeightForm line={line} flight={flight} answer={answer} />
        </details>
      )}
    </li>
  )
}

/** What the desk noted for the pilot, and what the party owes; no more of its money. */
const PartyWords = ({ party: { comments, owes } }: { party: ManifestParty }) => (
  <>
    {comments.map((text) => (
      <p key={text}>Party: {text}</p>
    ))}
    {owes === null ? null : <p>Party owes {formatDollars(owes)}</p>}
  </>
)

function WeightForm({ line, flight, answer }: Omit<PersonProps, 'party'>) {
  const { weight_lbs: told } = line
  const form = plainForm(rowShape(PILOT_WEIGHT_SHAPE, line.id), answer, {
    weight: told === null ? '' : String(told),
  })
  const { weight } = form.fields
  return (
    <form
      method="post"
      className="sun-row"
      data-title={`${flight.flight_code}, weight of ${line.full_name || 'somebody without a name'}`}
      {...form.props}
    >
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="passenger" value={line.id} />
      <input type="hidden" name="was_weight" value={told ?? ''} />
      <div className="sun-field">
        <label htmlFor={weight.id}>
          Weight, lb<span className="vh">, of {line.full_name || 'somebody without a name'}</span>
        </label>
        <FieldError id={weight.id} error={weight.error} />
        <input
          className="sun-input"
          {...inputProps(weight, undefined)}
          inputMode="numeric"
          maxLength={3}
          required
          pattern="[0-9]{1,3}"
          title="Pounds, as a number"
          autoComplete="off"
        />
      </div>
      <button type="submit" className="sun-btn" name="act" value="weight">
        Save<span className="vh"> the weight of {line.full_name}</span>
      </button>
    </form>
  )
}
