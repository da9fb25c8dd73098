import { type ManualRefund } from '#contract/counter.ts'
import { type Order } from '#contract/order.ts'
import { type OrderFile } from '#contract/order-file.ts'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { orderZone } from '../../orders/order-title.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Failure, Success } from '../../ui/notice.tsx'
import { type PriceWithCodes } from './applied-codes.ts'
import { CancelForm, WithdrawForm } from './cancel-form.tsx'
import { ManualRefunds } from './cash-refunds.tsx'
import { GiveForms } from './give-forms.tsx'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { OrderMails, Ledger } from './ledger-and-mails.tsx'
import { DeletedNoteBar } from '../parts/deleted-note.tsx'
import { type NoteEditor } from '../parts/note-form.ts'
import { ExtrasPanel } from './extras-panel.tsx'
import { GuestPanel } from './guest-panel.tsx'
import { MovePanel } from './move-panel.tsx'
import { NoteForm } from './note-form.tsx'
import { OrderBooking } from './order-booking.tsx'
import { OrderMoney } from './order-money.tsx'
import { type HistoryView, OrderPast } from './order-past.tsx'
import { describeOrigin, describeParty, nameParty } from './order-words.ts'
import { RefundForm } from './refund-form.tsx'
import { SendAgain } from './send-again.tsx'
import { CollectPayment, findCoded } from './take-payment.tsx'
import { GuestsPart } from '../guests/guests-part.tsx'
import { WalkInTicket } from './walk-in-ticket.tsx'
import { NO_EMAIL } from '../parts/customer-name.ts'

interface StaffOrderPageProps {
  order: Order
  file: OrderFile
  waiting: ManualRefund[]
  /** The quantity of each line that was refunded before. */
  returned: readonly { position: number; quantity: number }[]
  /** The brand that sold it; undefined if there is only one. */
  brand: string | undefined
  /** The amount due after the codes of its sale. */
  coded: PriceWithCodes | undefined
  /** What the history shows. */
  view: HistoryView
  editor: NoteEditor
  formKey: string
  /** A message about what was just done. */
  message?: string | undefined
  answer: StaffOrderAnswer | undefined
}

/**
 * One order for staff, in the order a caller asks: what, the money, what happened. The acts stand
 * at its side.
 */
export function StaffOrderPage(props: StaffOrderPageProps) {
  const { order, file, view, editor, message, answer } = props
  const noteAnswer = answer?.part === 'note' ? answer.refusal : undefined
  const zone = orderZone(order)
  return (
    <div className="wrap desk">
      <OrderHead {...props} zone={zone} />
      {message ? <Success>{message}</Success> : null}
      {answer?.deletedNote ? (
        <DeletedNoteBar note={answer.deletedNote} action={`/staff/orders/${String(order.id)}`} />
      ) : null}
      {order.waiting_for_answer ? <WaitingNotice order={order} /> : null}
      <div className="desk-cols">
        <div>
          <OrderBooking order={order} passengers={file.passengers} zone={zone} />
          <OrderMoney order={order} />
          <OrderPast order={order.id} history={file.history} {...{ view, zone, editor, noteAnswer }} />
          <div className="order-folds acts">
            <Ledger file={file} zone={zone} />
            <OrderMails
              file={file}
              zone={zone}
              failure={answer?.part === 'mail' ? answer.failure : undefined}
            />
          </div>
        </div>
        <Acts {...props} />
      </div>
    </div>
  )
}

function OrderHead({ order, file, brand, zone, coded, answer }: StaffOrderPageProps & { zone: string }) {
  const { customer, passengers } = file
  const many = customer.orders === 1 ? '1 order' : `${String(customer.orders)} orders`
  return (
    <div className="desk-head">
      <div>
        <p className="sm muted">
          {describeOrigin(order, brand, zone)}
          {file.agent ? (
            <>
              {' · brought by '}
              <a href={`/staff/agents/${String(file.agent.id)}`}>{file.agent.name}</a>
            </>
          ) : null}
        </p>
        <h1>{nameParty(order, file)}</h1>
        <p>
          <StaffOrderStatusChip order={order} />{' '}
          <LeftToPay
            order={order}
            coded={findCoded(coded, answer?.part === 'counter' ? answer : undefined)}
          />{' '}
          {describeParty(order, passengers)}
        </p>
      </div>
      <p className="btn-row">
        {order.phone ? (
          <a className="btn second small" href={`tel:${order.phone.replace(/[^\d+]/g, '')}`}>
            {order.phone}
          </a>
        ) : null}
        {order.email === null ? (
          <span className="muted">{NO_EMAIL}</span>
        ) : (
          <a className="btn second small" href={`mailto:${order.email}`}>
            {order.email}
          </a>
        )}
        <a className="btn second small" href={`/staff/customers/${String(customer.id)}`}>
          Customer, {many}
        </a>
      </p>
    </div>
  )
}

/** What is left, with the way to where it is taken: on a phone that is some screens below. */
function LeftToPay({ order, coded }: Pick<StaffOrderPageProps, 'order' | 'coded'>) {
  const { status } = order
  const due = coded ? coded.quote.amount_due : order.amount_due
  const isPayable = status === 'awaiting_payment' || status === 'partially_paid'
  if (!isPayable || !due) return null
  return (
    <>
      · <a href="#counter">{formatDollars(due)} left to pay</a>
    </>
  )
}

/** The acts on an order: what is waited for first, then the panels, of which one is open. */
function Acts({ order, file, waiting, returned, coded, formKey, answer }: StaffOrderPageProps) {
  const of = (part: StaffOrderAnswer['part']) => (answer?.part === part ? answer : undefined)
  const guests = <GuestsPart order={order} file={file} />
  // Who booked at home types at home; at the counter the code is what comes next.
  const isCounter = order.channel !== 'web'
  return (
    <aside className="desk-side" aria-label="Actions">
      <CollectPayment
        {...{ order, formKey, coded }}
        texting={file.texting}
        link={file.payment_link}
        answer={of('counter')}
      />
      {isCounter ? guests : null}
      <WalkInTicket
        order={order}
        url={file.ticket_url}
        texting={file.texting}
        refusal={of('email')?.refusal}
        textRefusal={of('ticket_text')?.refusal}
      />
      <ManualRefunds waiting={waiting} failure={of('hand_out')?.failure} />
      <section className="desk-part" aria-labelledby="acts">
        <h2 id="acts">Actions</h2>
        <Failure text={of('give')?.failure} />
        <div className="acts">
          <RefundForm order={order} returned={returned} answer={of('refund')} first={answer === undefined} />
          <MovePanel order={order} />
          <GuestPanel order={order} />
          <ExtrasPanel order={order} />
          <SendAgain order={order} mails={file.mails} />
          <NoteForm order={order.id} refusal={of('comment')?.refusal} />
          <GiveForms order={order} formKey={formKey} answer={of('give')} />
          <WithdrawForm order={order} formKey={formKey} answer={of('cancel')} />
          <CancelForm order={order} answer={of('cancel')} />
        </div>
      </section>
      {isCounter ? null : guests}
    </aside>
  )
}

function WaitingNotice({ order }: { order: Order }) {
  return (
    <div className="alert warn" role="status">
      <h2>The departure is called off, and the customer has not chosen yet.</h2>
      <p>They have a link by mail. On the phone you can choose for them.</p>
      <p className="btn-row mt4">
        <a className="btn" href={`/staff/orders/${String(order.id)}/answer`}>
          Choose for the caller
        </a>
      </p>
    </div>
  )
}
