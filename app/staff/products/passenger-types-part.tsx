import { FieldError } from '../../ui/field.tsx'
import { type ShopField } from '../../ui/form/use-shop-form.ts'
import { listTypedRows, type TypedPassengerType, typeFieldName } from './passenger-type-rows.ts'

/** Who pays less than an adult: one fieldset for each type, and an empty one for another. */
export function PassengerTypesPart({ field }: { field: ShopField }) {
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
  row: TypedPassengerType
  index: number
  /** The empty one at the end. */
  isNew: boolean
}

function TypeFields({ row, index, isNew }: TypeFieldsProps) {
  const text = (
    name: keyof TypedPassengerType,
    label: string,
    look: { hint?: string; inputMode?: 'numeric'; maxLength: number },
  ) => {
    const id = typeFieldName(index, name)
    const { hint, ...input } = look
    return (
      <div className="field">
        <label className="flabel" htmlFor={id}>
          {label}
        </label>
        {hint === undefined ? null : (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        <input
          className="input"
          id={id}
          name={id}
          defaultValue={row[name]}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          {...input}
        />
      </div>
    )
  }
  const tick = (name: 'needs_adult' | 'active', label: string) => {
    const id = typeFieldName(index, name)
    return (
      <label>
        <input type="checkbox" id={id} name={id} value="yes" defaultChecked={row[name] === 'yes'} /> {label}
      </label>
    )
  }
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">{isNew ? 'Another type' : row.name || `Type ${row.id}`}</legend>
      <input type="hidden" name={typeFieldName(index, 'id')} value={row.id} />
      <div className="product-figures">
        {text('name', 'Name', { maxLength: 40 })}
        {text('percent_off', 'Less than an adult, percent', { inputMode: 'numeric', maxLength: 4 })}
        {text('order', 'Place in the list', { inputMode: 'numeric', maxLength: 2 })}
      </div>
      {text('note', 'Rule in one sentence', {
        hint: 'Like: 2 to 11 years, must sit beside an adult.',
        maxLength: 160,
      })}
      <div className="product-figures">
        {text('min_age', 'Youngest age', { hint: 'Empty: any.', inputMode: 'numeric', maxLength: 3 })}
        {text('max_age', 'Oldest age', { hint: 'Empty: any.', inputMode: 'numeric', maxLength: 3 })}
      </div>
      {tick('needs_adult', 'Flies only with an adult in the party')}
      {tick('active', 'Can be bought')}
    </fieldset>
  )
}
