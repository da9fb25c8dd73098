import { type Manifest } from '#contract/passenger.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { BOARD_SHAPE } from './flight-forms.ts'
import { nameOf } from './flight-words.ts'

const BOARDING = { checked_in: 'Checked in', no_show: 'Did not come' } as const

type Passenger = Manifest['passengers'][number]

/** The terminal's clock when a passenger was checked in: `1:42 pm`. */
export const boardedTime = ({ boarded_at: at }: Passenger, zone: string): string =>
  at === null ? '' : formatTime(toLocalTime(at, zone))

/** A passenger's state at check-in with its time, and the note about them. */
export function boardingWords(passenger: Passenger, zone: string): string {
  const { boarding, boarding_note: note } = passenger
  const time = boarding === 'checked_in' ? ` ${boardedTime(passenger, zone)}` : ''
  const state = boarding === null ? 'Not yet' : `${BOARDING[boarding]}${time}`
  return [state, note].filter(Boolean).join('. ')
}

interface BoardFormProps {
  passenger: Passenger
  /** People can be checked in now; a note can be written at any time. */
  canBoard: boolean
  /** The terminal's time zone. */
  zone: string
  answer: FormAnswer | undefined
}

/**
 * The check-in of one passenger in all its states, with a note for the flight team. The form also
 * sends the state that it showed, so that the service can refuse a change to an outdated one. After
 * a refusal it keeps the submitted values and shows the current state.
 */
export function BoardForm({ passenger, canBoard, zone, answer }: BoardFormProps) {
  const { id } = passenger
  const name = nameOf(passenger)
  const shape = rowShape(BOARD_SHAPE, id)
  const stands = { boarding: passenger.boarding ?? '', note: passenger.boarding_note ?? '' }
  // The refusal holds only the changed fields; the others show their current values.
  const refused =
    answer?.form === shape.id ? { ...answer, initialValue: { ...stands, ...answer.initialValue } } : undefined
  const form = plainForm(shape, refused, stands)
  const { boarding, note } = form.fields
  return (
    <form method="post" className="pax-form" {...form.props}>
      {refused ? (
        <p className="error">
          <span>
            {form.summary.map(({ text }) => text).join(' ')} {`Now: ${boardingWords(passenger, zone)}.`}
          </span>
        </p>
      ) : null}
      <input type="hidden" name="passenger" value={id} />
      <input type="hidden" name="was_boarding" value={stands.boarding} />
      <input type="hidden" name="was_note" value={stands.note} />
      {canBoard ? (
        <ChoiceField field={boarding} aria-label={`Check-in of ${name}`}>
          <option value="">Not yet</option>
          {Object.entries(BOARDING).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </ChoiceField>
      ) : (
        <input type="hidden" name="boarding" value={stands.boarding} />
      )}
      <TextField field={note} aria-label={`Note about ${name}`} maxLength={300} autoComplete="off" />
      <button type="submit" className="btn second small">
        Save<span className="vh"> check-in and note of {name}</span>
      </button>
    </form>
  )
}
