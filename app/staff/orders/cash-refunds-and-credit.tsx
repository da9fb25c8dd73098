import { type ManualRefund } from '#contract/counter.ts'
import { inPersonMeans } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { ChoiceField, FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type ShopForm, useShopForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions } from '../../ui/select-field.tsx'
import { CREDIT_SHAPE, VOUCHER_SHAPE } from './order-forms.ts'
import { type InPersonPartProps } from './take-payment.tsx'

/** `by the card reader, slip A-1042` */
function describeRefund({ method, reader_reference: number }: ManualRefund): string {
  const { refund, reference } = inPersonMeans(method)
  return reference ? `${refund.staff}, ${reference.noun} ${number ?? ''}` : refund.staff
}

/** The parts of a refund that staff pay out by hand. */
export function ManualRefunds({
  waiting,
  failure,
}: {
  waiting: ManualRefund[]
  failure: string | undefined
}) {
  if (waiting.length === 0 && failure === undefined) return null
  return (
    <section className="desk-part" aria-labelledby="hand-out">
      <h2 id="hand-out">To hand out</h2>
      <Failure text={failure} />
      {waiting.map((one) => (
        <form key={one.refund_id} method="post" action="#hand-out" className="desk-inline">
          <input type="hidden" name="refund" value={one.refund_id} />
          <span>
            {formatDollars(one.amount)} {describeRefund(one)}
          </span>
          <button type="submit" className="btn small" name="intent" value="hand_out">
            Handed out
          </button>
        </form>
      ))}
    </section>
  )
}

const REASONS = [
  ['goodwill', 'Goodwill'],
  ['weather', 'Weather'],
  ['reschedule', 'Instead of a flight'],
  ['correction', 'A mistake of ours'],
] as const
const CREDIT_REASONS = REASONS.filter(([value]) => value === 'goodwill' || value === 'correction')

/** Grants the customer a voucher, or credit on their account, independent of the order's money. */
export function GiveVoucherOrCredit({ order, formKey, answer }: InPersonPartProps) {
  const refusal = answer?.refusal
  const voucher = useShopForm(VOUCHER_SHAPE, refusal)
  const credit = useShopForm(CREDIT_SHAPE, refusal)
  if (order.completed_at === null) return null
  const path = `/staff/orders/${String(order.id)}`
  return (
    <section className="desk-part" aria-labelledby="give">
      <h2 id="give">Give</h2>
      <FormErrors form={voucher} />
      <FormErrors form={credit} />
      <Failure text={answer?.failure} />
      <GiveForm
        {...{ path, formKey }}
        form={voucher}
        open={refusal?.form === VOUCHER_SHAPE.id}
        what="voucher"
        title="A voucher"
        button="Give the voucher"
        reasons={REASONS}
      />
      <GiveForm
        {...{ path, formKey }}
        form={credit}
        open={refusal?.form === CREDIT_SHAPE.id}
        what="credit"
        title="Account credit"
        button="Give the credit"
        reasons={CREDIT_REASONS}
      />
      <p>
        <a href={`${path}/move`}>Move the flight for the customer</a>
      </p>
      <form method="post" action="#give" className="desk-find">
        <button type="submit" className="btn second small" name="intent" value="move_link">
          Mail {order.email} a link to move the flight
        </button>
      </form>
    </section>
  )
}

interface GiveFormProps {
  /** The address of the order's page. */
  path: string
  formKey: string
  form: ShopForm<keyof typeof VOUCHER_SHAPE.labels>
  open: boolean
  what: 'voucher' | 'credit'
  title: string
  button: string
  reasons: readonly (readonly [string, string])[]
}

function GiveForm({ path, formKey, form, open, what, title, button, reasons }: GiveFormProps) {
  const { amount, type, description } = form.fields
  return (
    <details open={open}>
      <summary>{title}</summary>
      <form method="post" action={path} className="form row-form" {...form.props}>
        <input type="hidden" name="key" value={`${what} ${formKey}`} />
        <TextField field={amount} inputMode="decimal" need="required" />
        <ChoiceField field={type}>
          <NamedOptions of={reasons.map(([id, name]) => ({ id, name }))} />
        </ChoiceField>
        <TextField field={description} need="required" maxLength={300} />
        <button type="submit" className="btn second small" name="intent" value={what}>
          {button}
        </button>
      </form>
    </details>
  )
}
