import { type ComponentProps } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { optionProps, TextField } from '../../ui/form/fields.tsx'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { plainForm, type ShopField } from '../../ui/form/use-shop-form.ts'
import { listTypedRows, TYPE_FIELDS, type TypedSeatType, typeFieldName } from './seat-type-rows.ts'

/** Who pays less than an adult: one fieldset for each type, and an empty one for another. */
export function SeatTypesPart({ field }: { field: ShopField }) {
  const rows = listTypedRows(field.meta.initialValue)
  return (
    <section className="desk-part" aria-labelledby="types-title" id={field.id} tabIndex={-1}>
      <h2 id="types-title">{field.label}</h2>
      <p className="muted">
        Everybody is an adult unless shoppers choose one of these. Each pays a share of the adult’s seat price
        of the same departure, sale included. Whole aircraft have one price.
      </p>
      <FieldError id={field.id} error={field.error} />
      {rows.map((row, index) => (
        <TypeFields key={row.id} row={row} index={index} isNew={row.name === '' && row.percent_off === ''} />
      ))}
    </section>
  )
}

interface TypeFieldsProps {
  row: TypedSeatType
  index: number
  /** The empty one at the end. */
  isNew: boolean
}

const LABELS: Readonly<Record<keyof TypedSeatType, string>> = {
  id: 'Number',
  name: 'What it is called',
  note: 'Rule in one sentence',
  percent_off: 'Less than an adult, percent',
  min_age: 'Youngest age',
  max_age: 'Oldest age',
  needs_adult: 'Flies only with an adult in the party',
  active: 'Can be bought',
  order: 'Place in the list',
}

/** The fields of a row, which are a part of the product's form. */
function rowFields(row: TypedSeatType, index: number) {
  const named = (of: (field: keyof TypedSeatType) => string) =>
    Object.fromEntries(TYPE_FIELDS.map((field) => [typeFieldName(index, field), of(field)]))
  const shape: FormShape = { id: `type-${String(index)}`, labels: named((field) => LABELS[field]) }
  const { fields } = plainForm(
    shape,
    undefined,
    named((field) => row[field]),
  )
  return (field: keyof TypedSeatType) => fields[typeFieldName(index, field)]
}

function TypeFields({ row, index, isNew }: TypeFieldsProps) {
  const fieldOf = rowFields(row, index)
  const text = (name: keyof TypedSeatType, look: Omit<ComponentProps<typeof TextField>, 'field'>) => {
    const field = fieldOf(name)
    return field ? <TextField field={field} autoComplete="off" {...look} /> : null
  }
  const tick = (name: 'needs_adult' | 'active') => {
    const field = fieldOf(name)
    return field ? (
      <label>
        <input id={field.id} {...optionProps(field, 'checkbox', 'yes', 0)} /> {field.label}
      </label>
    ) : null
  }
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">{isNew ? 'Another type' : row.name || `Type ${row.id}`}</legend>
      <input type="hidden" name={typeFieldName(index, 'id')} value={row.id} />
      <div className="product-figures">
        {text('name', { maxLength: 40 })}
        {text('percent_off', { inputMode: 'numeric', maxLength: 8 })}
        {text('order', { inputMode: 'numeric', maxLength: 2 })}
      </div>
      {text('note', { hint: 'Like: 2 to 11 years, must sit beside an adult.', maxLength: 160 })}
      <div className="product-figures">
        {text('min_age', { hint: 'Empty: any.', inputMode: 'numeric', maxLength: 3 })}
        {text('max_age', { hint: 'Empty: any.', inputMode: 'numeric', maxLength: 3 })}
      </div>
      {tick('needs_adult')}
      {tick('active')}
    </fieldset>
  )
}
