import { type ReactNode } from 'react'
import { type ShopForm } from '../../ui/form/use-shop-form.ts'

interface FoldedFormProps {
  title: string
  form: ShopForm
  /** Something was wrong with it. */
  open: boolean
  /** What its button says, and sends. */
  button: { text: string; intent: string }
  /** Of the page that was shown: pressed twice it happens once. */
  formKey?: string
  /** Where it is sent, if not to the address that is shown. */
  action?: string
  children: ReactNode
}

/** A form for something new: closed until it is wanted, open with what was wrong. */
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
