import { type ComponentProps, type ReactNode } from 'react'
import { FieldError, FieldLabel, idList } from './field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'name'> {
  id: string
  name: string
  label: string
  need?: 'required' | 'optional' | undefined
  hint?: string
  error?: string | undefined
  /** Its options. */
  children: ReactNode
}

/** A labelled select, with its hint and its error between label and box. */
export function SelectField({ id, label, need, hint, error, children, ...select }: SelectFieldProps) {
  return (
    <div className="field">
      <FieldLabel id={id} label={label} need={need} />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      <select
        className="input"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={idList(error && `${id}-error`, hint !== undefined && `${id}-hint`)}
        {...select}
      >
        {children}
      </select>
    </div>
  )
}

interface NamedOptionsProps {
  /** The option for no choice. */
  none?: string
  of: readonly { id: number | string; name: string }[]
}

/** The options of a list of named things. */
export function NamedOptions({ none, of }: NamedOptionsProps) {
  return (
    <>
      {none === undefined ? null : <option value="">{none}</option>}
      {of.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  )
}
