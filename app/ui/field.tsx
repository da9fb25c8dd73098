import { type ComponentProps, type ReactNode } from 'react'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  id: string
  name: string
  label: string
  /** Both are said: nobody has to guess. A password or a read-only field may leave it out. */
  need?: 'required' | 'optional'
  hint?: ReactNode
  error?: string | undefined
  /** Ids of texts that stand elsewhere and explain this field too. */
  describedBy?: string
  /** A unit after the box; it must also stand in the label. */
  suffix?: string
}

/** `undefined` rather than an empty string, so that no empty attribute is written. */
export const idList = (...ids: (string | false | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

/**
 * A labelled input with its hint and its error between label and box. "(required)" stands beside
 * the label, not in it: the field's name stays the bare word.
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

/** What is wrong with one field, marked as an error for those who listen. */
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
