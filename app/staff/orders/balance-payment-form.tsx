import { type Order } from '#contract/order.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { MeansForm } from './means-form.tsx'
import { BALANCE_PAYMENT_SHAPE } from './order-forms.ts'

interface BalancePaymentProps {
  order: Pick<Order, 'id'>
  /** Idempotency key of the page's forms. */
  formKey: string
  refusal: FormAnswer | undefined
}

/** Takes a later part from gift cards and the customer's credit. */
export function BalancePaymentForm({ order, formKey, refusal }: BalancePaymentProps) {
  const form = plainForm(BALANCE_PAYMENT_SHAPE, refusal)
  return (
    <MeansForm
      id="by-balance"
      title="By gift card or credit"
      path={`/staff/orders/${String(order.id)}`}
      form={form}
      folded={{ open: refusal?.form === BALANCE_PAYMENT_SHAPE.id }}
    >
      <FormErrors form={form} />
      <input type="hidden" name="key" value={`balance ${formKey}`} />
      <TextField
        field={form.fields.codes}
        autoComplete="off"
        maxLength={2000}
        hint="Each pays one whole seat."
      />
      <TextField field={form.fields.credit} inputMode="decimal" autoComplete="off" />
      <button type="submit" className="btn second small" name="intent" value="balance_payment">
        Take it from them
      </button>
    </MeansForm>
  )
}
