import { type Product } from '#contract/catalogue.ts'
import { Field } from '../ui/field.tsx'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { parseWeight } from './parse-weight.ts'
import { SecondSeatRule } from './passenger-note.tsx'
import { fieldId } from '../ui/form-fields.ts'
import { passengerField } from './passenger-field.ts'

/** The form the fields belong to; it stands elsewhere in the page. */
export const WEIGHTS_FORM = 'weights-form'

export interface WeightsBoxProps {
  product: Product
  quantity: number
  /** The draft, as typed. */
  typed: Readonly<Record<string, string>>
  /** The departures on show are those for these weights. */
  given: boolean
  /** What second seats the party needs, and their price. */
  seats: string | undefined
}

const isWrong = (typed: string | undefined) => typed !== undefined && parseWeight(typed) === undefined

/**
 * Weights before the flight is chosen: optional, and then only what can carry the party may be
 * booked.
 */
export function WeightsBox({ product, quantity, typed, given, seats }: WeightsBoxProps) {
  const people = Array.from({ length: quantity }, (_, index) => passengerField(index, 'weight'))
  return (
    <section className="group" aria-label="Weights">
      <details className="promo" id="weights" open={given || people.some((name) => isWrong(typed[name]))}>
        <summary>
          {given ? 'Your weights are counted in' : 'Add weights to see which departures fit (optional)'}
        </summary>
        <p id="weights-note">
          With clothes and shoes. Only our flight team sees them. <SecondSeatRule product={product} />
        </p>
        {seats ? (
          <p className="alert mt4" role="status">
            {seats}
          </p>
        ) : null}
        <div className="pair mt4">
          {people.map((name, index) => (
            <WeightField key={name} name={name} index={index} typed={typed[name]} />
          ))}
        </div>
        <button className="btn second mt4" type="submit" form={WEIGHTS_FORM}>
          {given ? 'Change weights' : 'Show what fits'}
        </button>
      </details>
    </section>
  )
}

function WeightField({ name, index, typed }: { name: string; index: number; typed: string | undefined }) {
  return (
    <Field
      id={`when-${fieldId(name)}`}
      name={name}
      form={WEIGHTS_FORM}
      label={`Weight of passenger ${String(index + 1)}, lb`}
      suffix="lb"
      describedBy="weights-note"
      error={isWrong(typed) ? CHECKOUT_TEXT.weight : undefined}
      defaultValue={typed}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
    />
  )
}
