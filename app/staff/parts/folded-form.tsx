import { type ReactNode } from 'react'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'

interface FoldedFormProps {
  title: string
  form: PlainForm
  /** True after a refusal, so that the form shows its errors. */
  open: boolean
  /** The label and the intent of its button. */
  button: { text: string; intent: string }
  /** Idempotency key of the page. */
  formKey?: string
  /** The address it is submitted to, if not that of the page. */
  action?: string
  children: ReactNode
}

/** A form for something new: collapsed unless it was refused. */
export function FoldedForm({ title, form, open, button, formKey, action, children }: FoldedFormProps) {
  return (
    <details className="disc" open={open}>
      <summary>{title}</summary>
      <form method="post" action={action} className="form row-form" {...form.props}>
        {formKey === undefined ? null : <input type="hidden" name="key" value={formKey} />}
        {children}
        <button type="submit" className="btn" name="intent" value={button.intent}>
          {button.text}
        </button>
      </form>
    </details>
  )
}
