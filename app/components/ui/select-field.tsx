import { type ComponentProps, type ReactNode } from 'react'
import { FieldError, FieldLabel, idList } from './field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'name'> {
  id: string
  name: string
  label: string
  need?: 'required' | 'optional' | undefined
  error?: string | undefined
  /** Its options. */
  children: ReactNode
}

/** A labelled choice of one, with its error between label and box. */
export function SelectField({ id, label, need, error, children, ...select }: SelectFieldProps) {
  return (
    <div className="field">
      <FieldLabel id={id} label={label} need={need} />
      <FieldError id={id} error={error} />
      <select
        className="input"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={idList(error && `${id}-error`)}
        {...select}
      >
        {children}
      </select>
    </div>
  )
}

interface NamedOptionsProps {
  /** The row that chooses nothing. */
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
