import { type Customer } from '#contract/customer.ts'
import { type OrderSummary } from '#contract/order-list.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDate, formatTime, toLocalDate } from '../../format/local-time.ts'
import { Success } from '../../ui/notice.tsx'
import { getCustomerName, NO_EMAIL } from '../parts/customer-name.ts'
import { DeletedNoteBar } from '../parts/deleted-note.tsx'
import { type NoteEditor } from '../parts/note-form.ts'
import { Figure } from '../parts/figure.tsx'
import { CustomerActs } from './customer-acts.tsx'
import { CustomerAbout, CustomerConsents } from './customer-details.tsx'
import { CustomerFlights, isToCome } from './customer-flights.tsx'
import { type CustomerAnswer, type CustomerDone, type CustomerView } from './customer-forms.ts'
import { CustomerPast } from './customer-past.tsx'
import { CustomerValue } from './customer-value.tsx'

interface CustomerPageProps {
  customer: Customer
  /** The newest orders. */
  orders: OrderSummary[]
  zone: string
  /** Today in the shop's zone. */
  today: string
  /** What was just done. */
  done: CustomerDone | null
  editor: NoteEditor
  view: CustomerView
  /** The e-mail that was typed for the other account, and why it was refused. */
  other: { typed: string; problem: string | undefined }
  /** Whether the reader may take a customer's second factor away. */
  isAdmin: boolean
  formKey: string
  answer: CustomerAnswer | undefined
}

const DONE: Readonly<Record<CustomerDone, string>> = {
  merged: 'Both accounts are one now.',
  credit: 'The credit is on the account.',
  noted: 'The note is saved.',
  changed: 'The note is changed.',
  deleted: 'The note is deleted.',
  restored: 'The note is back.',
  factor: 'The code at log-in is taken away. The customer is logged out everywhere and gets a mail.',
  email: 'The e-mail is added. Tickets of flights to come are mailed there.',
}

/** A customer on one page: figures, flights, what may be spent, what happened; the acts at its side. */
export function CustomerPage(props: CustomerPageProps) {
  const { customer, orders, zone, today, done, view, editor, other, isAdmin, formKey, answer } = props
  return (
    <div className="wrap desk">
      <CustomerHead {...props} />
      {done === null || answer !== undefined ? null : <Success>{DONE[done]}</Success>}
      {answer?.deletedNote ? (
        <DeletedNoteBar note={answer.deletedNote} action={`/staff/customers/${String(customer.id)}`} />
      ) : null}
      <Figures {...props} />
      <div className="desk-cols">
        <div>
          <CustomerFlights orders={orders} count={customer.orders} email={customer.email} today={today} />
          <CustomerValue customer={customer} zone={zone} />
          <CustomerPast customer={customer} {...{ view, zone, editor }} refusal={answer?.refusal} />
        </div>
        <aside className="desk-side" aria-label="Actions and consents">
          <CustomerActs {...{ customer, isAdmin, formKey }} refusal={answer?.refusal} other={other} />
          <CustomerConsents customer={customer} zone={zone} />
          <CustomerAbout customer={customer} zone={zone} />
        </aside>
      </div>
    </div>
  )
}

function CustomerHead({ customer, zone }: CustomerPageProps) {
  const { id, email, phone, created_at: since } = customer
  return (
    <div className="desk-head">
      <div>
        <p className="sm muted">
          <a href="/staff/customers">Customers</a> · {id} · since {formatShortDate(toLocalDate(since, zone))}
        </p>
        <h1>{getCustomerName(customer)}</h1>
      </div>
      <p className="btn-row">
        {phone ? (
          <a className="btn second small" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        ) : null}
        {email === null ? (
          <span className="muted">{NO_EMAIL}</span>
        ) : (
          <a className="btn second small" href={`mailto:${email}`}>
            {email}
          </a>
        )}
        <a className="btn small" href="/staff/sell">
          Sell
        </a>
      </p>
    </div>
  )
}

function Figures({ customer, orders, zone, today }: CustomerPageProps) {
  const ahead = orders.filter((order) => isToCome(order, today))
  const next = ahead
    .flatMap(({ flights }) => flights)
    .filter(({ local_date: date }) => date >= today)
    .toSorted((one, other) => one.depart_at.localeCompare(other.depart_at))[0]
  const cards = customer.gift_cards.filter(({ state }) => state === 'available')
  const vouchers = customer.vouchers.filter(({ state, balance }) => state === 'available' && balance > 0)
  const left = vouchers.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0)
  const last = customer.last_order_at
  return (
    <dl className="figs">
      <Figure name="Orders" text={String(customer.orders)}>
        {last === null ? 'none yet' : `the last on ${formatShortDate(toLocalDate(last, zone))}`}
      </Figure>
      <Figure name="Flights to come" text={String(ahead.length)}>
        {next
          ? `next ${next.local_date === today ? 'today' : formatShortDate(next.local_date)}, ` +
            formatTime(next.local_time)
          : 'nothing is booked'}
      </Figure>
      <Figure name="Credit" text={formatDollars(customer.credit)}>
        {customer.credit === 0 ? 'nothing to spend' : 'for the next order'}
      </Figure>
      <Figure name="Gifts to use" text={String(cards.length + vouchers.length)}>
        {vouchers.length === 0 ? 'gift cards and vouchers' : `${formatDollars(left / 100)} on vouchers`}
      </Figure>
    </dl>
  )
}
