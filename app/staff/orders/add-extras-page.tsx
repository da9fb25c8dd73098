import { type Order } from '#contract/order.ts'
import { type UpgradeOffer, type UpgradeQuote } from '#contract/order-change.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FormErrors, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { ChangeHead } from './change-head.tsx'
import { ChangePrice } from './change-price.tsx'
import { extraAnswer, extraCount, extrasShape } from './extras-form.ts'
import { type StaffExtrasAnswer } from './handle-extras.server.ts'

interface AddExtrasPageProps {
  order: Order
  /** What can be added, and for which price. */
  open: UpgradeQuote
  formKey: string
  answer: StaffExtrasAnswer | undefined
}

type ExtrasForm = PlainForm<keyof ReturnType<typeof extrasShape>['labels'] & string>

/** Staff add extras to a paid order: which, then the price, then how it is paid. */
export function AddExtrasPage({ order, open, formKey, answer }: AddExtrasPageProps) {
  const [flight] = order.flights
  const form = plainForm(extrasShape(open.offers), answer?.answer)
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <ChangeHead order={order} title="Add extras" flight={flight} />
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
          {answer?.quote ? (
            <ChangePrice
              quote={answer.quote}
              order={order}
              form={form}
              before="Nothing is added yet."
              button={{ intent: 'add', label: 'Add to the order' }}
              act="add to the order"
              note="Or the customer pays by themselves within two hours: it is added once it is paid."
            >
              <input type="hidden" name="total" value={answer.quote.updated_total_price} />
            </ChangePrice>
          ) : null}
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
