import { type ReactNode } from 'react'
import { FieldError } from './field.tsx'

interface FieldGroupProps {
  id: string
  label: string
  error: string | undefined
  children: ReactNode
}

/** Boxes that answer one question; the summary can link to the group. */
export function FieldGroup({ id, label, error, children }: FieldGroupProps) {
  return (
    <fieldset
      className="field"
      id={id}
      tabIndex={error ? -1 : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{label}</legend>
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  )
}
