import { Check } from '../ui/check.tsx'
import { Field, FieldError, FieldLabel, idList } from '../ui/field.tsx'
import { NamedOptions, SelectField } from '../ui/select-field.tsx'
import { type FormField } from './form-shapes.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

export interface FormFieldsProps {
  fields: readonly FormField[]
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
}

/** The fields of a form, those that belong side by side together. */
export function FormFields({ fields, typed, problems }: FormFieldsProps) {
  const rows: FormField[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.beside && last) last.push(field)
    else rows.push([field])
  }
  return rows.map((row) => {
    const shown = row.map((field) => (
      <OneField key={field.name} field={field} value={typed[field.name]} error={problems[field.name]} />
    ))
    return row.length === 1 ? (
      shown
    ) : (
      <div key={row[0]?.name} className="pair">
        {shown}
      </div>
    )
  })
}

interface OneFieldProps {
  field: FormField
  value: string | undefined
  error: string | undefined
}

function OneField({ field, value, error }: OneFieldProps) {
  const { name, label, kind, need, hint, autoComplete } = field
  const shared = { id: name, name, label, error, defaultValue: value }
  switch (kind) {
    case 'words':
      return <Words field={field} value={value} error={error} />
    case 'select':
      return <Select field={field} value={value} error={error} />
    case 'score':
      return <Score field={field} value={value} error={error} />
    case 'check':
      return (
        <Check
          {...{ id: name, name, label, error }}
          defaultChecked={value === 'on'}
          aria-required={need === 'required' ? true : undefined}
          after={need ? <span className="req">({need})</span> : null}
        />
      )
    case 'email':
      return (
        <Field
          {...shared}
          need={need ?? 'required'}
          hint={hint}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )
    case 'tel':
      return <Field {...shared} need={need ?? 'optional'} type="tel" inputMode="tel" autoComplete="tel" />
    case 'date':
      return <Field {...shared} need={need ?? 'optional'} type="date" />
    case 'line':
      return (
        <Field
          {...shared}
          need={need ?? 'required'}
          hint={hint}
          autoComplete={autoComplete}
          spellCheck={false}
        />
      )
  }
}

function Words({ field: { name, label, need, hint }, value, error }: OneFieldProps) {
  return (
    <div className="field">
      <FieldLabel id={name} label={label} need={need} />
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={name} error={error} />
      <textarea
        className="input"
        id={name}
        name={name}
        rows={6}
        defaultValue={value}
        aria-required={need === 'required' ? true : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={idList(error && `${name}-error`, hint && `${name}-hint`)}
      />
    </div>
  )
}

function Select({ field: { name, label, need, choices = [] }, value, error }: OneFieldProps) {
  return (
    <SelectField
      id={name}
      name={name}
      label={label}
      need={need}
      error={error}
      defaultValue={value ?? ''}
      aria-required={need === 'required' ? true : undefined}
    >
      <NamedOptions none="Choose one" of={choices.map(([id, text]) => ({ id, name: text }))} />
    </SelectField>
  )
}

const SCORES = Array.from({ length: 11 }, (_, at) => String(at))

function Score({ field: { name, label, need, hint }, value, error }: OneFieldProps) {
  return (
    <fieldset
      className="score"
      id={name}
      aria-describedby={idList(error && `${name}-error`, hint && `${name}-hint`)}
    >
      <legend className="field-label">
        <span className="flabel">{label}</span> <span className="req">({need})</span>
      </legend>
      <p className="hint" id={`${name}-hint`}>
        {hint}
      </p>
      <FieldError id={name} error={error} />
      <div className="scores">
        {SCORES.map((score) => (
          <label key={score} htmlFor={`${name}-${score}`}>
            <input
              type="radio"
              id={`${name}-${score}`}
              name={name}
              value={score}
              // A radio has no ARIA word for it; the form is not validated by the browser.
              required={need === 'required'}
              defaultChecked={value === score}
            />
            <span>{score}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/**
 * What no person sees, and a machine fills in. Once it was filled in it can be seen, and emptied.
 */
export function HoneypotField({ error }: { error: string | undefined }) {
  if (error) return <Field id="website" name="website" label="Website" error={error} autoComplete="off" />
  return (
    <div className="vh" aria-hidden="true">
      <label htmlFor="website">Website</label>
      <input id="website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
