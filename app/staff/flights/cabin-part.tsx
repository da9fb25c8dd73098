import { type Manifest } from '#contract/passenger.ts'
import { type Seating } from '#contract/seating.ts'
import { FieldError } from '../../ui/field.tsx'
import { ChoiceField } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { CabinPlan } from '../parts/cabin-plan.tsx'
import { SeatingLimits } from '../parts/seating-limits.tsx'
import { isAhead } from './flight-state.ts'
import { listNames, nameOf } from './flight-words.ts'
import { type ManifestView } from './manifest-view.ts'
import { formatTaken, seatField, seatsShape } from './seat-forms.ts'

type Passenger = Manifest['passengers'][number]

const weightOf = ({ counted_lbs: counted, weight_lbs: told }: Passenger): string =>
  `${String(counted)} lb${told === null ? ' assumed' : ''}`

/** Who sits where, against the limits of rows and sides, with the form that changes it. */
export function CabinPart(view: ManifestView) {
  const { manifest, seats, canEdit, answer } = view
  const { seating, passengers, flight, flight_id: id } = manifest
  if (seating === null || passengers.length === 0) return null
  const mayChange = canEdit && isAhead(flight.status)
  const isOpen = mayChange && (seats.asked !== undefined || answer?.form === 'seats')
  const flying = passengers.filter(({ boarding }) => boarding !== 'no_show')
  const page = `/staff/flights/${String(id)}`
  return (
    <section className="desk-part no-print" aria-labelledby="cabin">
      <div className="desk-head">
        <h2 id="cabin">Cabin</h2>
        {mayChange && !isOpen ? (
          <p>
            <a href={`${page}?seats=change#cabin`}>Change seats</a> ·{' '}
            <a href={`${page}?seats=propose#cabin`}>Propose seats</a>
          </p>
        ) : null}
      </div>
      <CabinPlan
        seating={seating}
        people={flying.map((one) => ({ id: one.id, name: nameOf(one), weight: weightOf(one) }))}
        registration={flight.registration}
        pilotName={flight.pilot_name}
      />
      <Unseated seating={seating} flying={flying} />
      <SeatingLimits seating={seating} />
      {seating.front_seat_rule === null ? null : (
        <p className="sm muted">In front: {seating.front_seat_rule}</p>
      )}
      {isOpen ? <SeatsForm {...view} seating={seating} flying={flying} /> : null}
      <p className="sm muted">This supports the pilot’s weight and balance; it does not replace it.</p>
    </section>
  )
}

interface FlyingProps {
  seating: Seating
  /** Those who are expected on board. */
  flying: readonly Passenger[]
}

function Unseated({ seating, flying }: FlyingProps) {
  if (seating.loads.length === 0) return <p className="sm muted">Nobody is given a seat yet.</p>
  const without = flying.filter(({ id }) => seating.unseated.includes(id))
  return without.length === 0 ? null : <p className="st bad">Without a seat: {listNames(without)}</p>
}

function SeatsForm({ manifest, seats, answer, seating, flying }: ManifestView & FlyingProps) {
  const shape = seatsShape(seating.seats)
  const { asked, proposed } = seats
  const isOver = manifest.total_weight_lbs > manifest.max_weight_lbs
  const stands = asked === 'propose' && proposed !== null ? proposed : seating.seats
  const known = Object.fromEntries(
    stands.map(({ name, passenger_id: id }) => [seatField(name), id === null ? '' : String(id)]),
  )
  const form = plainForm(shape, answer, known)
  const page = `/staff/flights/${String(manifest.flight_id)}`
  return (
    <form method="post" action={`${page}?seats=change`} className="form" {...form.props}>
      {asked === 'propose' && answer === undefined ? (
        <Proposal {...{ isFound: proposed !== null, isOver }} />
      ) : null}
      <input type="hidden" name="seats_was" value={formatTaken(seating.seats)} />
      <fieldset id="seats" className="seat-fields">
        <legend className="vh">Who sits where</legend>
        <FieldError id="seats" error={form.fields['seats']?.error} />
        {seating.seats.map(({ name }) => {
          const field = form.fields[seatField(name)]
          return field ? (
            <ChoiceField key={name} field={field}>
              <option value="">free</option>
              {flying.map((one) => (
                <option key={one.id} value={one.id}>
                  {nameOf(one)}, {weightOf(one)}
                </option>
              ))}
            </ChoiceField>
          ) : null
        })}
      </fieldset>
      {seating.two_seats.length === 0 ? null : (
        <p className="sm muted">
          {listNames(flying.filter(({ id }) => seating.two_seats.includes(id)))} must be chosen for two seats
          side by side.
        </p>
      )}
      <div className="btn-row">
        <button type="submit" className="btn small">
          Save the seats
        </button>
        {seating.loads.length === 0 ? null : (
          <button type="submit" className="btn second small" name="clear" value="yes">
            Clear the seating
          </button>
        )}
        <a href={`${page}#cabin`}>Leave it as it is</a>
      </div>
    </form>
  )
}

/** A seating has limits of its own, beside that of the whole flight. */
const Proposal = ({ isFound, isOver }: { isFound: boolean; isOver: boolean }) => (
  <p role="status">
    {isFound
      ? 'Proposed: within all limits of the cabin, parties together. Nothing is saved yet.' +
        (isOver ? ' The flight stays over its own limit.' : '')
      : 'No seating of these people keeps all limits. Move somebody to another flight or aircraft.'}
  </p>
)
