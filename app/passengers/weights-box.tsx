import { type Product } from '#contract/catalogue.ts'
import { TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopField, useShopForm } from '../ui/form/use-shop-form.ts'
import { SecondSeatRule } from './passenger-note.tsx'
import { weightNames, WEIGHTS_FORM, weightsShape } from './weights-fields.ts'

export interface WeightsBoxProps {
  product: Pick<Product, 'aircraft_type' | 'seat_price'>
  quantity: number
  /** The typed values of the draft, with their errors. */
  answer: FormAnswer
  /** The departures on show are those for these weights. */
  given: boolean
  /** What second seats the party needs, and their price. */
  seats: string | undefined
}

/**
 * Weights before the flight is chosen: optional, and then only what can carry the party may be
 * booked.
 */
export function WeightsBox({ product, quantity, answer, given, seats }: WeightsBoxProps) {
  const { fields, summary } = useShopForm(weightsShape(quantity), answer)
  return (
    <section className="group" aria-label="Weights">
      <details className="promo" id="weights" open={given || summary.length > 0}>
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
          {weightNames(quantity).map((name) => {
            const field = fields[name]
            return field ? <WeightField key={name} field={field} /> : null
          })}
        </div>
        <button className="btn second mt4" type="submit" form={WEIGHTS_FORM}>
          {given ? 'Change weights' : 'Show what fits'}
        </button>
      </details>
    </section>
  )
}

function WeightField({ field }: { field: ShopField }) {
  return (
    <TextField
      // The server focuses the first field in error of the whole page.
      field={{ ...field, focused: false }}
      form={WEIGHTS_FORM}
      label={`${field.label}, lb`}
      suffix="lb"
      describedBy="weights-note"
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
    />
  )
}
