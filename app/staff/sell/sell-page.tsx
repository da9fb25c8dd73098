import { formatDayAndYear } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { FormErrors } from '../../ui/form/fields.tsx'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { type SellAnswer } from './sell.server.ts'
import { beginSale, SellForm } from './sell-form.tsx'
import { SALE_KINDS, SALE_WORDS, sellShape } from './sell-shape.ts'

interface SellPageProps {
  choice: SellChoice
  answer: SellAnswer | undefined
}

/**
 * A sale by the desk, on the phone or to who stands at the counter: what, then the price, then it
 * is held.
 */
export function SellPage({ choice, answer }: SellPageProps) {
  const { kind, departures, fares, date, upgrades } = choice
  const shape = sellShape(
    kind,
    upgrades.map(({ id }) => id),
  )
  const form = useShopForm(shape, answer?.answer, beginSale(choice))
  const offered = kind === 'gift_card' ? fares.length > 0 : departures.length > 0
  const none = kind === 'flight' ? 'No aircraft is free to be flown whole' : 'No seats are left'
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <div className="desk-head">
        <h1>Sell</h1>
        <p>
          <a href="/staff/drawer">Your drawer</a>
        </p>
      </div>
      <ChoiceForm choice={choice} />
      {offered ? null : (
        <p>
          {kind === 'gift_card'
            ? 'No gift cards are sold for this flight.'
            : `${none} on ${formatDayAndYear(date)}.`}
        </p>
      )}
      {offered || answer ? <SellForm choice={choice} form={form} answer={answer} /> : null}
    </div>
  )
}

function ChoiceForm({ choice: { products, product, kind, date } }: { choice: SellChoice }) {
  return (
    <form method="get" className="desk-find" aria-label="What is sold">
      <SelectField id="kind" name="kind" label="What" defaultValue={kind}>
        <NamedOptions of={SALE_KINDS.map((id) => ({ id, name: SALE_WORDS[id] }))} />
      </SelectField>
      <SelectField id="product" name="product" label="Flight" defaultValue={product}>
        <NamedOptions of={products} />
      </SelectField>
      <Field
        id="date"
        name="date"
        type="date"
        label="Day"
        hint={kind === 'gift_card' ? 'Gift cards have none.' : undefined}
        defaultValue={date}
      />
      <button type="submit" className="btn second small">
        Show what there is
      </button>
    </form>
  )
}
