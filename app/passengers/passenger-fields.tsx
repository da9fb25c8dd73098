import { TextField } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'
import { passengerField } from './passenger-field.ts'

export interface PassengerFieldsProps {
  quantity: number
  /** What stands behind each passenger's number: ", Child"; empty where everybody is an adult. */
  types: readonly string[]
  fields: Readonly<Record<string, ShopField>>
}

/** Name and weight of every passenger. Weights may be given at check-in. */
export function PassengerFields({ quantity, types, fields }: PassengerFieldsProps) {
  return (
    <>
      {Array.from({ length: quantity }, (_, index) => {
        const name = fields[passengerField(index, 'full_name')]
        const weight = fields[passengerField(index, 'weight')]
        return (
          <fieldset key={index} className="passenger">
            <legend className="flabel">
              Passenger {index + 1}
              {types[index]}
            </legend>
            <div className="pair wt">
              {name ? <NameField field={name} index={index} /> : null}
              {weight ? <WeightField field={weight} /> : null}
            </div>
          </fieldset>
        )
      })}
    </>
  )
}

const NameField = ({ field, index }: { field: ShopField; index: number }) => (
  <TextField
    field={field}
    label="Full name"
    need="required"
    autoComplete={index === 0 ? 'name' : `section-p${String(index + 1)} name`}
    autoCapitalize="words"
    autoCorrect="off"
    spellCheck={false}
    enterKeyHint="next"
  />
)

const WeightField = ({ field }: { field: ShopField }) => (
  <TextField
    field={field}
    label="Weight, lb"
    need="optional"
    suffix="lb"
    describedBy="weight-note"
    inputMode="numeric"
    autoComplete="off"
    enterKeyHint="next"
  />
)
