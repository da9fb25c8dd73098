import { type ManualRefund } from '#contract/counter.ts'
import { inPersonMeans } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { type InPersonFormValues } from './handle-order.server.ts'
import { type InPersonPartProps } from './take-payment.tsx'

/** `by the card reader, slip A-1042` */
function describeRefund({ method, reader_reference: number }: ManualRefund): string {
  const { refund, reference } = inPersonMeans(method)
  return reference ? `${refund.staff}, ${reference.noun} ${number ?? ''}` : refund.staff
}

/** Money of a refund that goes back by hand. */
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

/**
 * Something for the customer beside the order's own money: a voucher, or credit on their account.
 */
export function GiveVoucherOrCredit({ order, formKey, answer }: InPersonPartProps) {
  if (order.completed_at === null) return null
  return (
    <section className="desk-part" aria-labelledby="give">
      <h2 id="give">Give</h2>
      <Failure text={answer?.failure} />
      <GiveForm
        formKey={formKey}
        what="voucher"
        title="A voucher"
        button="Give the voucher"
        reasons={REASONS}
        typed={answer?.counter}
      />
      <GiveForm
        formKey={formKey}
        what="credit"
        title="Account credit"
        button="Give the credit"
        reasons={CREDIT_REASONS}
        typed={answer?.counter}
      />
      <p>
        <a href={`/staff/orders/${String(order.id)}/move`}>Move the flight for the customer</a>
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
  formKey: string
  what: 'voucher' | 'credit'
  title: string
  button: string
  reasons: readonly (readonly [string, string])[]
  typed: InPersonFormValues | undefined
}

function GiveForm({ formKey, what, title, button, reasons, typed: last }: GiveFormProps) {
  const typed = last?.intent === what ? last : undefined
  return (
    <details open={typed !== undefined}>
      <summary>{title}</summary>
      <form method="post" action="#give" className="form row-form">
        <input type="hidden" name="key" value={`${what} ${formKey}`} />
        <Field
          id={`${what}-amount`}
          name="amount"
          label="Amount in dollars"
          inputMode="decimal"
          need="required"
          defaultValue={typed?.amount}
        />
        <SelectField id={`${what}-type`} name="type" label="Reason type" defaultValue={typed?.type}>
          <NamedOptions of={reasons.map(([id, name]) => ({ id, name }))} />
        </SelectField>
        <Field
          id={`${what}-description`}
          name="description"
          label="Description"
          need="required"
          maxLength={300}
          defaultValue={typed?.description}
        />
        <button type="submit" className="btn second small" name="intent" value={what}>
          {button}
        </button>
      </form>
    </details>
  )
}
