import { formatDayAndYear } from '../checkout/local-time.ts'
import { Field } from '../components/ui/field.tsx'
import { type SellChoice } from '../server/load-sell-page.server.ts'
import { type SellAnswer } from '../server/sell.server.ts'
import { SellForm } from './sell-form.tsx'
import { SALE_KINDS, SALE_WORDS } from './sell-typed.ts'

interface SellPageProps {
  choice: SellChoice
  answer: SellAnswer | undefined
}

/** A sale by the desk, on the phone or to who stands at the counter: what, then the price, then it is held. */
export function SellPage({ choice, answer }: SellPageProps) {
  const { kind, departures, fares, date } = choice
  const offered = kind === 'gift_card' ? fares.length > 0 : departures.length > 0
  const none = kind === 'flight' ? 'No aircraft is free to be flown whole' : 'No seats are left'
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <h1>Sell</h1>
        <p>
          <a href="/staff/drawer">Your drawer</a>
        </p>
      </div>
      {answer?.failure ? (
        <p className="alert bad" role="alert">
          {answer.failure}
        </p>
      ) : null}
      <ChoiceForm choice={choice} />
      {offered ? null : (
        <p>
          {kind === 'gift_card'
            ? 'No gift cards are sold for this flight.'
            : `${none} on ${formatDayAndYear(date)}.`}
        </p>
      )}
      {offered || answer ? <SellForm choice={choice} answer={answer} /> : null}
    </div>
  )
}

function ChoiceForm({ choice: { products, product, kind, date } }: { choice: SellChoice }) {
  return (
    <form method="get" className="desk-find" aria-label="What is sold">
      <div className="field">
        <p className="field-label">
          <label htmlFor="kind">What</label>
        </p>
        <select className="input" id="kind" name="kind" defaultValue={kind}>
          {SALE_KINDS.map((one) => (
            <option key={one} value={one}>
              {SALE_WORDS[one]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <p className="field-label">
          <label htmlFor="product">Flight</label>
        </p>
        <select className="input" id="product" name="product" defaultValue={product}>
          {products.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
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
