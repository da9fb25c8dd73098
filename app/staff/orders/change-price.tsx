import { type ReactNode } from 'react'
import { type ReferenceField } from '#contract/means-of-payment.ts'
import { type Order } from '#contract/order.ts'
import { type UpgradeQuote } from '#contract/order-change.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

interface ChangePriceProps {
  quote: Pick<UpgradeQuote, 'lines' | 'credits' | 'total' | 'amount_due'>
  order: Pick<Order, 'email' | 'status'>
  form: PlainForm<ReferenceField>
  /** What holds until then: `Nothing is added yet.` */
  before: string
  /** The button where nothing is to be paid. */
  button: { intent: string; label: string }
  /** What a payment does: `add to the party`. */
  act: string
  /** What a mailed link means. */
  note: string
  /** Hidden fields of what this price showed, beside what is due. */
  children: ReactNode
}

/** The price of a change to a paid order, and the buttons that make the change for this price. */
export function ChangePrice(props: ChangePriceProps) {
  const { quote, order, form, before, button, act, note, children } = props
  const { amount_due: cost, total } = quote
  // What it costs is added to what the order still owes.
  const isOwing = order.status === 'partially_paid'
  const due = isOwing ? null : cost
  const first = form.summary.length === 0 ? READ_FIRST : {}
  return (
    <section className="card desk-part" aria-labelledby="price-head" {...first}>
      <h2 id="price-head">
        {isOwing && cost !== null
          ? `${formatDollars(cost)} more to pay later`
          : due === null
            ? 'Nothing is left to pay'
            : `Take ${formatDollars(due)}`}
      </h2>
      <Breakdown rows={breakdownRows(quote)} total={formatDollars(total)} />
      <p className="muted">{before}</p>
      <input type="hidden" name="due" value={due ?? 0} />
      {children}
      {due === null ? (
        <button type="submit" className="btn small" name="intent" value={button.intent}>
          {button.label}
        </button>
      ) : (
        <WaysToPay form={form} email={order.email} act={act} note={note} />
      )}
    </section>
  )
}
