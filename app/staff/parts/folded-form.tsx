import { type ReactNode } from 'react'

interface FoldedFormProps {
  title: string
  /** The form has an error. */
  open: boolean
  /** The label and the intent of its button. */
  button: { text: string; intent: string }
  /** Idempotency key of the page. */
  formKey?: string
  /** The address it is submitted to, if not that of the page. */
  action?: string
  children: ReactNode
}

/** A form that creates something: collapsed by default, open if it has an error. */
export function FoldedForm({ title, open, button, formKey, action, children }: FoldedFormProps) {
  return (
    <details className="disc" open={open}>
      <summary>{title}</summary>
      <form method="post" action={action} className="form row-form" noValidate>
        {formKey === undefined ? null : <input type="hidden" name="key" value={formKey} />}
        {children}
        <button type="submit" className="btn" name="intent" value={button.intent}>
          {button.text}
        </button>
      </form>
    </details>
  )
}
