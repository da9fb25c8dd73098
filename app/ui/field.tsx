import { type ComponentProps, type ReactNode } from 'react'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  id: string
  name: string
  label: string
  /** Every field is marked as required or optional; a password or a read-only field may omit it. */
  need?: 'required' | 'optional'
  hint?: ReactNode
  error?: string | undefined
  /** Ids of other texts that explain this field. */
  describedBy?: string
  /** A unit after the box; the label must contain it, too. */
  suffix?: string
}

/** `undefined` instead of an empty string, which would render an empty attribute. */
export const idList = (...ids: (string | false | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

/**
 * A labelled input with its hint and its error between label and box. "(required)" is beside the
 * label instead of in it, so that the accessible name is the label alone.
 */
export function Field({
  id,
  label,
  need,
  hint,
  error,
  describedBy,
  suffix,
  className,
  ...input
}: FieldProps) {
  const box = (
    <input
      className={className ? `input ${className}` : 'input'}
      id={id}
      aria-required={need === 'required' ? true : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={idList(error && `${id}-error`, hint !== undefined && `${id}-hint`, describedBy)}
      {...input}
    />
  )
  return (
    <div className="field">
      <FieldLabel id={id} label={label} need={need} />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      {suffix ? (
        <div className="suffix">
          {box}
          <span className="muted" aria-hidden="true">
            {suffix}
          </span>
        </div>
      ) : (
        box
      )}
    </div>
  )
}

export function FieldLabel({ id, label, need }: Pick<FieldProps, 'id' | 'label' | 'need'>) {
  return (
    <p className="field-label">
      <label htmlFor={id}>{label}</label>
      {need ? <span className="req">({need})</span> : null}
    </p>
  )
}

/** The error of one field, marked as such for screen readers. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="error" id={`${id}-error`}>
      <span>
        <span className="vh">Error: </span>
        {error}
      </span>
    </p>
  )
}
