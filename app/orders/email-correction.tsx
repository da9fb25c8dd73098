import { type Order } from '#contract/order.ts'
import { TextField } from '../ui/form/fields.tsx'
import { type FormShape } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface EmailCorrectionProps {
  order: Pick<Order, 'id' | 'email'>
  /** The address that was most likely meant. */
  suggestion: string | undefined
  /** It was just changed. */
  corrected: boolean
}

export const EMAIL_SHAPE = { id: 'order-email', labels: { email: null } } as const satisfies FormShape

const hrefOf = ({ id }: Pick<Order, 'id'>) => `/orders/${String(id)}/email`

/** For guests, who may have mistyped where their ticket goes. Plain forms: they need no script. */
export function EmailCorrection({ order, suggestion, corrected }: EmailCorrectionProps) {
  const form = useShopForm(EMAIL_SHAPE, undefined, order)
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
        <CorrectionForm order={order} form={form} />
      </details>
    </div>
  )
}

interface CorrectionFormProps {
  order: Pick<Order, 'id'>
  form: ShopForm<keyof typeof EMAIL_SHAPE.labels>
}

/** The form alone, with its errors. */
export function CorrectionForm({ order, form }: CorrectionFormProps) {
  return (
    <form method="post" action={hrefOf(order)} {...form.props} className="form guest mt4">
      <TextField
        field={form.fields.email}
        label="Email"
        type="email"
        need="required"
        hint="Your order moves to this address, and your ticket is sent there."
        autoComplete="email"
        spellCheck={false}
      />
      <SubmitButton className="second">Send my ticket there</SubmitButton>
    </form>
  )
}
