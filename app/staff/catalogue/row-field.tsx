import { type Field as Declared } from '#contract/resources/field.ts'
import { FieldError } from '../../ui/field.tsx'
import { ChoiceField, optionProps, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { type ShopField } from '../../ui/form/use-shop-form.ts'
import { describeZone } from '../parts/zone-name.ts'

type Choice = { id: number; name: string }

interface RowFieldProps {
  field: ShopField
  declared: Declared
  choices: Choice[]
  /** The time zone of all instants. */
  zone: string
}

const chosenIn = ({ meta: { initialValue: value } }: ShopField): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

/**
 * Keeps chosen rows as options if the list of options lacks them; otherwise saving would remove
 * them.
 */
const withChosen = (listed: Choice[], chosen: string[]) => [
  ...listed,
  ...chosen
    .filter((one) => /^[1-9]\d*$/.test(one) && !listed.some(({ id }) => String(id) === one))
    .map((one) => ({ id: Number(one), name: `number ${one}` })),
]

/** The input, select or check box of a declared field. */
export function RowField({ field, declared, choices: listed, zone }: RowFieldProps) {
  const chosen = chosenIn(field)
  const choices = withChosen(listed, chosen)
  const { help } = declared
  const need = declared.required ? 'required' : undefined
  if (declared.kind === 'flag') {
    return (
      <div className="field">
        <FieldError id={field.id} error={field.error} />
        <label>
          <input id={field.id} {...optionProps(field, 'checkbox', 'yes', 0)} /> {field.label}
        </label>
        {help ? <span className="hint">{help}</span> : null}
      </div>
    )
  }
  if (declared.kind === 'choice' || declared.kind === 'id') {
    const options =
      declared.kind === 'choice'
        ? declared.of.map((one) => ({ id: one, name: declared.words?.[one] ?? one.replaceAll('_', ' ') }))
        : choices
    return (
      <ChoiceField field={field} need={need} hint={help}>
        {declared.nullable || chosen.join('') === '' ? (
          <option value="">{declared.nullable ? 'None' : 'Please choose'}</option>
        ) : null}
        {options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </ChoiceField>
    )
  }
  if (declared.kind === 'ids') return <Ticks {...{ field, choices, help }} />
  if (
    declared.kind === 'texts' ||
    declared.kind === 'shape' ||
    (declared.kind === 'text' && declared.lines)
  ) {
    const hint = declared.kind === 'texts' ? `${help ? `${help} ` : ''}One a line.` : help
    return <TextAreaField {...{ field, need, hint }} rows={declared.kind === 'shape' ? 6 : 4} />
  }
  const hint = hintOf(declared, zone)
  return (
    <TextField
      field={field}
      {...(need ? { need } : {})}
      {...(hint ? { hint } : {})}
      {...typeOf(declared)}
      inputMode={['whole', 'dollars', 'percent', 'number'].includes(declared.kind) ? 'text' : undefined}
      maxLength={declared.kind === 'text' ? (declared.max ?? 200) : 60}
    />
  )
}

const BOXES: Partial<Record<Declared['kind'], 'datetime-local' | 'date' | 'time'>> = {
  instant: 'datetime-local',
  date: 'date',
  time: 'time',
}
const typeOf = ({ kind }: Declared) => (BOXES[kind] ? { type: BOXES[kind], className: 'when' } : {})

const HINTS: Partial<Record<Declared['kind'], string>> = { dollars: 'Dollars.', percent: 'Percent.' }
const hintOf = ({ kind, help }: Declared, zone: string) =>
  [help, kind === 'instant' ? describeZone(zone) : HINTS[kind]].filter(Boolean).join(' ') || undefined

interface TicksProps {
  field: ShopField
  choices: Choice[]
  help: string | undefined
}

const Ticks = ({ field, choices, help }: TicksProps) => (
  <fieldset className="desk-choice" id={field.id}>
    <legend className="flabel">{field.label}</legend>
    {help ? <p className="hint">{help}</p> : null}
    <FieldError id={field.id} error={field.error} />
    <ul>
      {choices.map(({ id, name }, at) => (
        <li key={id}>
          <label>
            <input {...optionProps(field, 'checkbox', String(id), at)} /> {name}
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
)
