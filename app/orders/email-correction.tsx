import { type Order } from '#contract/order.ts'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface EmailCorrectionProps {
  order: Pick<Order, 'id' | 'email'>
  /** The address that was most likely meant. */
  suggestion: string | undefined
  /** It was just changed. */
  corrected: boolean
}

const hrefOf = ({ id }: Pick<Order, 'id'>) => `/orders/${String(id)}/email`

/** For guests, who may have mistyped where their ticket goes. Plain forms: they need no script. */
export function EmailCorrection({ order, suggestion, corrected }: EmailCorrectionProps) {
  return (
    <div className="mb5 no-print" id="mail">
      {corrected ? (
        <p className="alert good" role="status">
          Done: your ticket is on its way to <strong>{order.email}</strong>. Links in mails to the address
          before do not work any more.
        </p>
      ) : null}
      {suggestion ? (
        <form method="post" action={hrefOf(order)} className="alert warn">
          <input type="hidden" name="email" value={suggestion} />
          Did you mean <strong>{suggestion}</strong>?{' '}
          <button type="submit" className="link-btn inline">
            Yes, send my ticket there
          </button>
        </form>
      ) : null}
      <details className="promo mt2">
        <summary>Wrong e-mail address?</summary>
        <CorrectionForm order={order} typed={order.email} error={undefined} />
      </details>
    </div>
  )
}

/** The form by itself, with what is wrong with it. */
export function CorrectionForm(props: {
  order: Pick<Order, 'id'>
  typed: string
  error: string | undefined
}) {
  return (
    <form method="post" action={hrefOf(props.order)} className="form guest mt4" noValidate>
      <Field
        id="email"
        name="email"
        label="Email"
        type="email"
        need="required"
        hint="Your order moves to this address, and your ticket is sent there."
        error={props.error}
        defaultValue={props.typed}
        autoComplete="email"
        spellCheck={false}
      />
      <SubmitButton className="second">Send my ticket there</SubmitButton>
    </form>
  )
}
