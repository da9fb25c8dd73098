import { FieldError, idList } from '../ui/field.tsx'
import { NamedOptions } from '../ui/select-field.tsx'
import { CheckField, ChoiceField, optionProps, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'
import { type FormField } from './form-shapes.ts'

interface FormFieldsProps {
  asked: readonly FormField[]
  fields: Readonly<Record<string, ShopField>>
}

/** The fields of a form; those that belong side by side share a row. */
export function FormFields({ asked, fields }: FormFieldsProps) {
  const rows: FormField[][] = []
  for (const one of asked) {
    const last = rows.at(-1)
    if (one.beside && last) last.push(one)
    else rows.push([one])
  }
  return rows.map((row) => {
    const shown = row.map((one) => {
      const field = fields[one.name]
      return field ? <OneField key={one.name} asked={one} field={field} /> : null
    })
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
  asked: FormField
  field: ShopField
}

function OneField({ asked, field }: OneFieldProps) {
  const { kind, need, hint, autoComplete } = asked
  const required = need === 'required' ? true : undefined
  switch (kind) {
    case 'words':
      return <TextAreaField field={field} need={need} hint={hint} rows={6} />
    case 'select':
      return (
        <ChoiceField field={field} need={need} aria-required={required}>
          <NamedOptions
            none="Choose one"
            of={(asked.choices ?? []).map(([id, text]) => ({ id, name: text }))}
          />
        </ChoiceField>
      )
    case 'score':
      return <Score asked={asked} field={field} />
    case 'check':
      return (
        <CheckField
          field={field}
          aria-required={required}
          after={need ? <span className="req">({need})</span> : null}
        />
      )
    case 'email':
      return (
        <TextField
          field={field}
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
      return (
        <TextField field={field} need={need ?? 'optional'} type="tel" inputMode="tel" autoComplete="tel" />
      )
    case 'date':
      return <TextField field={field} need={need ?? 'optional'} type="date" />
    case 'line':
      return (
        <TextField
          field={field}
          need={need ?? 'required'}
          hint={hint}
          autoComplete={autoComplete}
          spellCheck={false}
        />
      )
  }
}

const SCORES = Array.from({ length: 11 }, (_, at) => String(at))

function Score({ asked: { need, hint }, field }: OneFieldProps) {
  const { name, label, error } = field
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
        {SCORES.map((score, at) => (
          <label key={score} htmlFor={`${name}-${score}`}>
            <input
              {...optionProps(field, 'radio', score, at)}
              id={`${name}-${score}`}
              // Radios have no ARIA attribute for "required"; the browser does not validate the
              // form.
              required={need === 'required'}
            />
            <span>{score}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
