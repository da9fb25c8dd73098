import { type Order } from '#contract/order.ts'
import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { orderZone } from '../../orders/order-title.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { BALANCE_DUE_SHAPE } from './order-forms.ts'

/** Sets another time by which the rest is due; the customer is told. */
export function BalanceDueForm({ order, refusal }: { order: Order; refusal: FormAnswer | undefined }) {
  const { balance_due_at: dueAt } = order
  const zone = orderZone(order)
  const form = plainForm(BALANCE_DUE_SHAPE, refusal, {
    balance_due_at: dueAt === null ? '' : `${toLocalDate(dueAt, zone)}T${toLocalTime(dueAt, zone)}`,
  })
  const field = form.fields.balance_due_at
  return (
    <details open={refusal?.form === BALANCE_DUE_SHAPE.id}>
      <summary>Another time to pay the rest</summary>
      <FormErrors form={form} />
      <form method="post" action={`/staff/orders/${String(order.id)}`} className="desk-find" {...form.props}>
        <TextField field={field} type="datetime-local" hint="Empty: at the check-in. The customer is told." />
        <button type="submit" className="btn second small" name="intent" value="balance_due">
          Save the time
        </button>
      </form>
    </details>
  )
}
