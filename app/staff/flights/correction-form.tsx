import { type Manifest } from '#contract/passenger.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { CORRECT_SHAPE } from './flight-forms.ts'
import { nameOf } from './flight-words.ts'

interface CorrectFormProps {
  passenger: Manifest['passengers'][number]
  answer: FormAnswer | undefined
}

/** Corrects a passenger's name, and a weight that was told; a missing one is asked for on the row. */
export function CorrectForm({ passenger, answer }: CorrectFormProps) {
  const { id, order_id: order, full_name: name, weight_lbs } = passenger
  const called = nameOf(passenger)
  const shape = rowShape(CORRECT_SHAPE, id)
  const stands = { full_name: name, weight: weight_lbs === null ? '' : String(weight_lbs) }
  // The press of a row sends only a weight; the other field shows its present value.
  const refused =
    answer?.form === shape.id ? { ...answer, initialValue: { ...stands, ...answer.initialValue } } : undefined
  const form = plainForm(shape, refused, stands)
  const { full_name, weight } = form.fields
  return (
    <form method="post" className="pax-form" {...form.props}>
      <input type="hidden" name="correct" value={id} />
      <input type="hidden" name="order" value={order} />
      <input type="hidden" name="was_name" value={name} />
      <input type="hidden" name="was_weight" value={stands.weight} />
      <TextField field={full_name} aria-label={`Name of ${called}`} maxLength={120} autoComplete="off" />
      {weight_lbs === null ? null : (
        <TextField
          field={weight}
          label="Weight, lb"
          aria-label={`Weight, lb, of ${called}`}
          className="few"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      )}
      <button type="submit" className="btn second small">
        Save<span className="vh"> what is right of {called}</span>
      </button>
      {passenger.may_stay_home ? (
        <button type="submit" className="btn second small" name="home" value="yes">
          Stays at home<span className="vh">: {called}</span>
        </button>
      ) : null}
    </form>
  )
}
