import { type ReactNode } from 'react'
import { type Field as Declared } from '#contract/resources/field.ts'
import { getFieldLabel } from '#contract/resources/resource-shape.ts'
import { Field, FieldError, FieldLabel, idList } from '../../ui/field.tsx'
import { describeZone } from '../parts/zone-name.ts'

interface RowFieldProps {
  name: string
  field: Declared
  value: string | string[]
  choices: { id: number; name: string }[]
  error: string | undefined
  /** What instants are told in. */
  zone: string
}

/** What is chosen stays to be seen, and sent, where the list does not have it. */
const withChosen = (listed: RowFieldProps['choices'], value: RowFieldProps['value']) => [
  ...listed,
  ...[value]
    .flat()
    .filter((one) => /^[1-9]\d*$/.test(one) && !listed.some(({ id }) => String(id) === one))
    .map((one) => ({ id: Number(one), name: `number ${one}` })),
]

/** The box, list or tick that a declared field is filled in with. */
export function RowField({ name, field, value, choices: listed, error, zone }: RowFieldProps) {
  const choices = withChosen(listed, value)
  const label = getFieldLabel(name, field)
  const need = field.required ? 'required' : undefined
  const text = typeof value === 'string' ? value : ''
  const common = {
    id: name,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': idList(error && `${name}-error`, field.help !== undefined && `${name}-hint`),
  }
  if (field.kind === 'flag') {
    return (
      <p className="field">
        <label>
          <input type="checkbox" name={name} value="yes" defaultChecked={text === 'true'} /> {label}
        </label>
        {field.help ? <span className="hint">{field.help}</span> : null}
      </p>
    )
  }
  if (field.kind === 'choice' || field.kind === 'id') {
    const options =
      field.kind === 'choice'
        ? field.of.map((one) => ({ id: one, name: field.words?.[one] ?? one.replaceAll('_', ' ') }))
        : choices
    return (
      <Labelled {...{ name, label, need, error, help: field.help }}>
        <select className="input" defaultValue={text} {...common}>
          {field.nullable || text === '' ? (
            <option value="">{field.nullable ? 'None' : 'Please choose'}</option>
          ) : null}
          {options.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </Labelled>
    )
  }
  if (field.kind === 'ids') return <Ticks {...{ name, label, field, value, choices, error }} />
  if (field.kind === 'texts' || field.kind === 'shape' || (field.kind === 'text' && field.lines)) {
    const help = field.kind === 'texts' ? `${field.help ? `${field.help} ` : ''}One a line.` : field.help
    return (
      <Labelled {...{ name, label, need, error, help }}>
        <textarea className="input" rows={field.kind === 'shape' ? 6 : 4} defaultValue={text} {...common} />
      </Labelled>
    )
  }
  return (
    <Field
      id={name}
      name={name}
      label={label}
      {...(need ? { need } : {})}
      {...(hintOf(field, zone) ? { hint: hintOf(field, zone) } : {})}
      {...typeOf(field)}
      error={error}
      defaultValue={text}
      inputMode={['whole', 'dollars', 'percent', 'number'].includes(field.kind) ? 'text' : undefined}
      maxLength={field.kind === 'text' ? (field.max ?? 200) : 60}
    />
  )
}

const BOXES: Partial<Record<Declared['kind'], string>> = {
  instant: 'datetime-local',
  date: 'date',
  time: 'time',
}
const typeOf = ({ kind }: Declared) => (BOXES[kind] ? { type: BOXES[kind], className: 'when' } : {})

const HINTS: Partial<Record<Declared['kind'], string>> = { dollars: 'Dollars.', percent: 'Percent.' }
const hintOf = ({ kind, help }: Declared, zone: string) =>
  [help, kind === 'instant' ? describeZone(zone) : HINTS[kind]].filter(Boolean).join(' ') || undefined

interface LabelledProps {
  name: string
  label: string
  need: 'required' | undefined
  help: string | undefined
  error: string | undefined
  children: ReactNode
}

function Labelled({ name, label, need, help, error, children }: LabelledProps) {
  return (
    <div className="field">
      <FieldLabel id={name} label={label} need={need} />
      {help === undefined ? null : (
        <p className="hint" id={`${name}-hint`}>
          {help}
        </p>
      )}
      <FieldError id={name} error={error} />
      {children}
    </div>
  )
}

function Ticks({
  name,
  label,
  field,
  value,
  choices,
  error,
}: Omit<RowFieldProps, 'zone'> & { label: string }) {
  const isChosen = (id: number) => Array.isArray(value) && value.includes(String(id))
  return (
    <fieldset className="desk-choice" id={name}>
      <legend className="flabel">{label}</legend>
      {field.help ? <p className="hint">{field.help}</p> : null}
      <FieldError id={name} error={error} />
      <ul>
        {choices.map(({ id, name: called }) => (
          <li key={id}>
            <label>
              <input type="checkbox" name={name} value={id} defaultChecked={isChosen(id)} /> {called}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
