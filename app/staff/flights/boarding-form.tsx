import { type Manifest } from '#contract/passenger.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps, selectProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { BOARD_SHAPE } from './flight-forms.ts'

const BOARDING = { checked_in: 'Checked in', no_show: 'Did not come' } as const

type Passenger = Manifest['passengers'][number]

/** A passenger's state at check-in, with the note about them. */
export const boardingWords = ({ boarding, boarding_note: note }: Passenger) =>
  [boarding === null ? 'Not yet' : BOARDING[boarding], note].filter(Boolean).join('. ')

interface BoardFormProps {
  passenger: Passenger
  answer: FormAnswer | undefined
}

/**
 * Checks one passenger in, with a note for the flight team. The form also sends the state that it
 * showed, so that the service can refuse a change to an outdated one. After a refusal it keeps the
 * submitted values and shows the current state.
 */
export function BoardForm({ passenger, answer }: BoardFormProps) {
  const { id, full_name: name } = passenger
  const shape = rowShape(BOARD_SHAPE, id)
  const stands = { boarding: passenger.boarding ?? '', note: passenger.boarding_note ?? '' }
  // The refusal holds only the changed fields; the others show their current values.
  const refused =
    answer?.form === shape.id ? { ...answer, initialValue: { ...stands, ...answer.initialValue } } : undefined
  const form = useShopForm(shape, refused, stands)
  const { boarding, note } = form.fields
  return (
    <>
      {refused ? <p className="no-print sm">Now: {boardingWords(passenger)}</p> : null}
      <form method="post" className="desk-inline no-print" {...form.props}>
        <input type="hidden" name="passenger" value={id} />
        <input type="hidden" name="was_boarding" value={stands.boarding} />
        <input type="hidden" name="was_note" value={stands.note} />
        <FieldError id={boarding.id} error={boarding.error} />
        <select className="input" {...selectProps(boarding)} aria-label={`Check-in of ${name}`}>
          <option value="">Not yet</option>
          {Object.entries(BOARDING).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <FieldError id={note.id} error={note.error} />
        <input
          className="input"
          {...inputProps(note, undefined)}
          aria-label={`Note about ${name}`}
          placeholder="Note"
          maxLength={300}
        />
        <button type="submit" className="btn second small">
          Save<span className="vh"> {name}</span>
        </button>
      </form>
    </>
  )
}
