import { type Order } from '#contract/order.ts'
import { type UpgradeOffer, type UpgradeQuote } from '#contract/order-change.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopForm, useShopForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { extraAnswer, extraCount, extrasShape } from './extras-form.ts'
import { type StaffExtrasAnswer } from './handle-extras.server.ts'
import { WaysToPay } from './ways-to-pay.tsx'

interface AddExtrasPageProps {
  order: Order
  /** What can be added, and for which price. */
  open: UpgradeQuote
  formKey: string
  answer: StaffExtrasAnswer | undefined
}

type ExtrasForm = ShopForm<keyof ReturnType<typeof extrasShape>['labels'] & string>

/** Staff add extras to a paid order: which, then the price, then how it is paid. */
export function AddExtrasPage({ order, open, formKey, answer }: AddExtrasPageProps) {
  const [flight] = order.flights
  const form = useShopForm(extrasShape(open.offers), answer?.answer)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <div className="desk-head">
        <div>
          <p className="eyebrow">
            <a href={`/staff/orders/${String(order.id)}`}>Order {order.number}</a>
          </p>
          <h1>Add extras</h1>
          {flight ? (
            <p>
              {flight.product_name}, {formatDateTime(flight.depart_at, flight.timezone)}
            </p>
          ) : null}
        </div>
      </div>
      <Failure text={answer ? undefined : open.message} />
      {open.open && open.offers.length === 0 ? <p className="muted">This flight has no extras.</p> : null}
      {open.open && open.offers.length > 0 ? (
        <form method="post" className="form row-form" {...form.props}>
          <input type="hidden" name="key" value={formKey} />
          {open.offers.map((offer) => (
            <ExtraRow key={offer.upgrade_id} offer={offer} form={form} />
          ))}
          <button type="submit" className="btn second small" name="intent" value="price">
            {answer?.quote ? 'Show what it costs again' : 'Show what it costs'}
          </button>
          {answer?.quote ? <Price quote={answer.quote} order={order} form={form} /> : null}
        </form>
      ) : null}
    </div>
  )
}

function ExtraRow({ offer, form }: { offer: UpgradeOffer; form: ExtrasForm }) {
  const { upgrade_id: id, name, question, quantity, bought_quantity: bought, amount } = offer
  const [count, answer] = [form.fields[extraCount(id)], form.fields[extraAnswer(id)]]
  if (!count || !answer) return null
  if (quantity === 0) return <p className="muted">{name}: the party has all of it.</p>
  const price = `${formatDollars(amount)}${quantity === null ? ' each' : ''}`
  const had = bought === 0 ? '' : `, ${String(bought)} on the order`
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">{`${name}, ${price}${had}`}</legend>
      {quantity === null ? (
        <TextField field={{ ...count, label: 'How many' }} className="few" inputMode="numeric" />
      ) : (
        <label>
          <input {...optionProps(count, 'checkbox', '1', 0)} /> Add {quantity}
          <span className="vh"> of {name}</span>
        </label>
      )}
      {question === null ? null : <TextField field={answer} maxLength={500} autoComplete="off" />}
    </fieldset>
  )
}

interface PriceProps {
  quote: UpgradeQuote
  order: Order
  form: ExtrasForm
}

function Price({ quote, order: { email, status }, form }: PriceProps) {
  const { amount_due: cost, total } = quote
  // What it costs is added to what the order still owes.
  const isOwing = status === 'partially_paid'
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
      <p className="muted">Nothing is added yet.</p>
      <input type="hidden" name="due" value={due ?? 0} />
      <input type="hidden" name="total" value={quote.updated_total_price} />
      {due === null ? (
        <button type="submit" className="btn small" name="intent" value="add">
          Add to the order
        </button>
      ) : (
        <WaysToPay
          form={form}
          email={email}
          act="add to the order"
          note="Or the customer pays by themselves within two hours: it is added once it is paid."
        />
      )}
    </section>
  )
}
