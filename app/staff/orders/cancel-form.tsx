import { isBooked } from '#contract/enums.ts'
import { type Order } from '#contract/order.ts'
import { type StaffCancellation } from '#contract/refund.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FieldError } from '../../ui/field.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { AskButton } from '../parts/ask-button.tsx'
import { READ_FIRST, SentFields } from '../parts/sent-fields.tsx'
import { ActionPanel } from '../parts/action-panel.tsx'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { CANCEL_SHAPE, WITHDRAW_SHAPE } from './order-forms.ts'
import { RefundPreviewPart } from './refund-preview.tsx'
import { WhoStaysHome } from './partial-cancellation.tsx'
import { passengerTitle } from '../../passengers/passenger-title.ts'

/** Cancels an order that awaits its payment, without a preview: there is nothing to refund. */
export function WithdrawForm({
  order,
  formKey,
  answer,
}: {
  order: Order
  formKey: string
  answer: StaffOrderAnswer | undefined
}) {
  const form = plainForm(WITHDRAW_SHAPE, answer?.refusal)
  if (order.status !== 'awaiting_payment' || order.completed_at !== null) return null
  return (
    <ActionPanel id="cancel" title="Cancel this unpaid order" danger open={answer !== undefined}>
      <FormErrors form={form} />
      <form method="post" action={`/staff/orders/${String(order.id)}`} className="form" {...form.props}>
        <p className="muted">
          Its seats and codes are free at once, and a link to pay it stops working: whoever was mailed one is
          told. Should the customer be faster, it is paid and stands.
        </p>
        <TextField
          field={form.fields.reason}
          need="required"
          hint="For the books; the customer does not read it."
          maxLength={500}
        />
        <input type="hidden" name="key" value={`withdraw ${formKey}`} />
        <button type="submit" className="btn second small" name="intent" value="withdraw">
          Cancel the order
        </button>
      </form>
    </ActionPanel>
  )
}

/**
 * Cancels an order for its customer, by the product's rule or otherwise with a reason: first a
 * preview, then once for all.
 */
export function CancelForm({ order, answer }: { order: Order; answer: StaffOrderAnswer | undefined }) {
  const form = plainForm(CANCEL_SHAPE, answer?.refusal, { how: 'rule', gift_cards: 'yes' })
  const stands = isBooked(order.status)
  if (!stands || order.kind === 'gift_cards') return null
  return (
    <ActionPanel id="cancel" title="Cancel for the customer" danger open={answer !== undefined}>
      <FormErrors form={form} />
      {answer?.cancellation ? (
        <Confirm order={order} answer={answer} />
      ) : (
        <CancelInputs order={order} form={form} askable={answer?.askable ?? false} />
      )}
    </ActionPanel>
  )
}

interface CancelInputsProps {
  order: Order
  form: PlainForm<keyof typeof CANCEL_SHAPE.labels>
  askable: boolean
}

function CancelInputs({ order, form, askable }: CancelInputsProps) {
  const withGifts = order.tenders.some(({ kind }) => kind === 'gift_card')
  const { stays, how, amount, gift_cards, reason } = form.fields
  return (
    <form method="post" action={`/staff/orders/${String(order.id)}`} className="form" {...form.props}>
      <p className="muted">
        All of the order ends and its seats are free, unless only some of the party stay home.
      </p>
      {order.quantity_type === 'seat' ? (
        <WhoStaysHome
          passengers={order.passengers}
          field={stays}
          hint="Tick nobody to end the whole order; else those who are not ticked fly."
        />
      ) : null}
      <fieldset className="desk-choice" id={how.id}>
        <legend className="flabel">{how.label}</legend>
        <FieldError id={how.id} error={how.error} />
        <p>
          <label>
            <input {...optionProps(how, 'radio', 'rule', 0)} /> What the flight’s rule says
          </label>
        </p>
        <p>
          <label>
            <input {...optionProps(how, 'radio', 'own', 1)} /> Another amount
          </label>
        </p>
      </fieldset>
      <TextField field={amount} hint="0 or more, up to what is left of the order." inputMode="decimal" />
      {withGifts ? (
        <p>
          <label>
            <input {...optionProps(gift_cards, 'checkbox', 'yes', 0)} /> {gift_cards.label}
          </label>
        </p>
      ) : null}
      <TextField
        field={reason}
        need="required"
        hint="For the books; the customer does not read it."
        maxLength={500}
      />
      <button type="submit" className="btn second small" name="intent" value="cancel_preview">
        See what cancelling gives back
      </button>
      {askable ? <AskButton intent="ask_cancel" /> : null}
    </form>
  )
}

/** Names nobody if the whole order is cancelled. */
const namesStaying = ({ passengers }: StaffCancellation) =>
  passengers.every((one) => one.stays_home)
    ? []
    : passengers.filter((one) => one.stays_home).map(passengerTitle)

function Confirm({
  order: { id, lines },
  answer: { cancellation, sent = [], key },
}: {
  order: Order
  answer: StaffOrderAnswer
}) {
  if (!cancellation) return null
  const reason = sent.find(([name]) => name === 'reason')?.[1]
  return (
    <form method="post" action={`/staff/orders/${String(id)}`} className="form card" {...READ_FIRST}>
      <RefundPreviewPart {...cancellation} sold={lines} flies home={namesStaying(cancellation)} />
      <SentFields fields={sent} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={JSON.stringify(cancellation)} />
      <p className="muted">Reason: {reason}</p>
      <div className="btn-row">
        <button type="submit" className="btn small" name="intent" value="cancel">
          {`${
            namesStaying(cancellation).length > 0 ? 'Cancel their seats' : 'Cancel the order'
          }, give ${formatDollars(cancellation.amount)} back`}
        </button>
        <a className="btn second small" href={`/staff/orders/${String(id)}`}>
          Leave it
        </a>
      </div>
    </form>
  )
}
