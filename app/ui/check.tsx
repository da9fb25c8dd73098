import { type ComponentProps, type ReactNode } from 'react'
import { FieldError, idList } from './field.tsx'

export interface CheckProps extends Omit<ComponentProps<'input'>, 'id' | 'name' | 'type'> {
  id: string
  name: string
  label: string
  error?: string | undefined
  describedBy?: string
  /** Beside the label instead of in it, so that the accessible name is the label alone. */
  after?: ReactNode
}

/** One checkbox with its label. Links belong beside the label, never inside of it. */
export function Check({ id, label, error, describedBy, after, ...input }: CheckProps) {
  return (
    <>
      <FieldError id={id} error={error} />
      <div className="check">
        <input
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={idList(error && `${id}-error`, describedBy)}
          {...input}
        />
        <label htmlFor={id}>{label}</label>
        {after}
      </div>
    </>
  )
}
