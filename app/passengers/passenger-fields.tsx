import { Field } from '../ui/field.tsx'
import { fieldId, type FieldProblems } from '../ui/form-fields.ts'
import { passengerField } from './passenger-field.ts'

export interface PassengerFieldsProps {
  quantity: number
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
}

/** A name and a weight for everybody who flies. Weights may wait until check-in. */
export function PassengerFields({ quantity, typed, problems }: PassengerFieldsProps) {
  return (
    <>
      {Array.from({ length: quantity }, (_, index) => (
        <fieldset key={index} className="passenger">
          <legend className="flabel">Passenger {index + 1}</legend>
          <div className="pair wt">
            <PassengerField index={index} typed={typed} problems={problems} />
            <WeightField index={index} typed={typed} problems={problems} />
          </div>
        </fieldset>
      ))}
    </>
  )
}

type OneProps = Omit<PassengerFieldsProps, 'quantity'> & { index: number }

function PassengerField({ index, typed, problems }: OneProps) {
  const name = passengerField(index, 'full_name')
  return (
    <Field
      id={fieldId(name)}
      name={name}
      label="Full name"
      need="required"
      error={problems[name]}
      defaultValue={typed[name]}
      autoComplete={index === 0 ? 'name' : `section-p${String(index + 1)} name`}
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
    />
  )
}

function WeightField({ index, typed, problems }: OneProps) {
  const name = passengerField(index, 'weight')
  return (
    <Field
      id={fieldId(name)}
      name={name}
      label="Weight, lb"
      need="optional"
      suffix="lb"
      describedBy="weight-note"
      error={problems[name]}
      defaultValue={typed[name]}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
    />
  )
}
