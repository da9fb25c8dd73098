import { type Manifest } from '#contract/passenger.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { CORRECT_SHAPE } from './flight-forms.ts'

interface CorrectFormProps {
  passenger: Manifest['passengers'][number]
  answer: FormAnswer | undefined
}

/** Corrects a passenger's name and weight until the flight leaves; collapsed at first. */
export function CorrectForm({ passenger, answer }: CorrectFormProps) {
  const { id, order_id: order, full_name: name, weight_lbs } = passenger
  const called = name || 'this passenger'
  const shape = rowShape(CORRECT_SHAPE, id)
  const form = useShopForm(shape, answer, { full_name: name, weight: weight_lbs })
  const { full_name, weight } = form.fields
  return (
    <details open={answer?.form === shape.id}>
      <summary>
        Correct<span className="vh"> {called}</span>
      </summary>
      <form method="post" className="desk-inline" {...form.props}>
        <input type="hidden" name="correct" value={id} />
        <input type="hidden" name="order" value={order} />
        <FieldError id={full_name.id} error={full_name.error} />
        <input
          className="input"
          {...inputProps(full_name, undefined)}
          aria-label={`Name of ${called}`}
          placeholder="Name"
          maxLength={120}
          autoComplete="off"
        />
        <FieldError id={weight.id} error={weight.error} />
        <input
          className="input"
          {...inputProps(weight, undefined)}
          aria-label={`Pounds of ${called}`}
          placeholder="Weight in lb"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <button type="submit" className="btn second small">
          Save<span className="vh"> what is right of {called}</span>
        </button>
        {passenger.may_stay_home ? (
          <button type="submit" className="btn second small" name="home" value="yes">
            Does not come<span className="vh">: {called}</span>
          </button>
        ) : null}
      </form>
    </details>
  )
}
