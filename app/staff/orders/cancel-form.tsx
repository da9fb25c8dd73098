import { type Order } from '#contract/order.ts'
import { type Cancellation } from '#contract/refund.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { type CancelFormValues, type StaffOrderAnswer } from './handle-order.server.ts'
import { RefundPreviewPart } from './refund-preview.tsx'
import { HiddenStayFields, WhoStaysHome } from './partial-cancellation.tsx'
import { passengerTitle } from '../../passengers/passenger-title.ts'

const NOTHING: CancelFormValues = { how: 'rule', amount: '', giftCards: true, stays: [], reason: '' }

/**
 * Ends an order that waits for its payment: there is nothing to see first, for nothing comes back.
 */
export function WithdrawForm({
  order,
  formKey,
  answer,
}: {
  order: Order
  formKey: string
  answer: StaffOrderAnswer | undefined
}) {
  if (order.status !== 'awaiting_payment' || order.completed_at !== null) return null
  return (
    <section className="desk-part" aria-labelledby="cancel">
      <h2 id="cancel">Cancel this unpaid order</h2>
      <Failure text={answer?.failure} />
      <form method="post" action="#cancel" className="form" noValidate>
        <p className="muted">
          Its seats and codes are free at once, and a link to pay it stops working: whoever was mailed one is
          told. Should the customer be faster, it is paid and stands.
        </p>
        <Field
          id="withdraw-reason"
          name="reason"
          label="Reason for cancelling"
          need="required"
          hint="For the books; the customer does not read it."
          defaultValue={answer?.cancel?.reason}
          maxLength={500}
        />
        <input type="hidden" name="key" value={`withdraw ${formKey}`} />
        <button type="submit" className="btn second small" name="intent" value="withdraw">
          Cancel the order
        </button>
      </form>
    </section>
  )
}

/**
 * Cancels an order for its customer, by its flight's rule or otherwise with a reason: seen first,
 * then done, once.
 */
export function CancelForm({ order, answer }: { order: Order; answer: StaffOrderAnswer | undefined }) {
  const stands = order.status === 'completed' || order.status === 'partially_refunded'
  if (!stands || order.kind === 'gift_cards') return null
  const typed = answer?.cancel ?? NOTHING
  return (
    <section className="desk-part" aria-labelledby="cancel">
      <h2 id="cancel">Cancel for the customer</h2>
      <Failure text={answer?.failure} />
      {answer?.cancellation ? (
        <Confirm answer={answer} typed={typed} />
      ) : (
        <CancelInputs order={order} typed={typed} />
      )}
    </section>
  )
}

function CancelInputs({ order, typed }: { order: Order; typed: CancelFormValues }) {
  const withGifts = order.tenders.some(({ kind }) => kind === 'gift_card')
  return (
    <form method="post" action="#cancel" className="form" noValidate>
      <p className="muted">
        All of the order ends and its seats are free, unless only some of the party stay home.
      </p>
      {order.quantity_type === 'seat' ? (
        <WhoStaysHome
          passengers={order.passengers}
          chosen={typed.stays}
          hint="Tick nobody to end the whole order; else those who are not ticked fly."
        />
      ) : null}
      <fieldset className="desk-choice">
        <legend className="flabel">What comes back</legend>
        <p>
          <label>
            <input type="radio" name="how" value="rule" defaultChecked={typed.how === 'rule'} /> What the
            flight’s rule says
          </label>
        </p>
        <p>
          <label>
            <input type="radio" name="how" value="own" defaultChecked={typed.how === 'own'} /> Another amount
          </label>
        </p>
      </fieldset>
      <Field
        id="cancel-amount"
        name="amount"
        label="That amount in dollars"
        hint="0 or more, up to what is left of the order."
        defaultValue={typed.amount}
        inputMode="decimal"
      />
      {withGifts ? (
        <p>
          <label>
            <input type="checkbox" name="gift_cards" value="yes" defaultChecked={typed.giftCards} /> With that
            amount, the gift cards come back too
          </label>
        </p>
      ) : null}
      <Field
        id="cancel-reason"
        name="reason"
        label="Reason for cancelling"
        need="required"
        hint="For the books; the customer does not read it."
        defaultValue={typed.reason}
        maxLength={500}
      />
      <button type="submit" className="btn second small" name="intent" value="cancel_preview">
        See what cancelling gives back
      </button>
    </form>
  )
}

/** Nobody is named where everybody stays home: that is the order. */
const namesStaying = ({ passengers }: Cancellation) =>
  passengers.every((one) => one.stays_home)
    ? []
    : passengers.filter((one) => one.stays_home).map(passengerTitle)

function Confirm({ answer, typed }: { answer: StaffOrderAnswer; typed: CancelFormValues }) {
  const { cancellation, key } = answer
  if (!cancellation) return null
  return (
    <form method="post" action="#cancel" className="form card">
      <RefundPreviewPart {...cancellation} home={namesStaying(cancellation)} />
      <HiddenStayFields chosen={typed.stays} />
      <input type="hidden" name="how" value={typed.how} />
      <input type="hidden" name="amount" value={typed.amount} />
      {typed.giftCards ? <input type="hidden" name="gift_cards" value="yes" /> : null}
      <input type="hidden" name="reason" value={typed.reason} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={JSON.stringify(cancellation)} />
      <p className="muted">Reason: {typed.reason}</p>
      <div className="btn-row">
        <button type="submit" className="btn small" name="intent" value="cancel">
          {`${
            namesStaying(cancellation).length > 0 ? 'Cancel their seats' : 'Cancel the order'
          }, give ${formatDollars(cancellation.amount)} back`}
        </button>
        <a className="btn second small" href={`/staff/orders/${String(cancellation.order_id)}`}>
          Leave it
        </a>
      </div>
    </form>
  )
}
