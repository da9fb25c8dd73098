import { type CreditCard } from '#contract/credit-card.ts'
import { type Order } from '#contract/order.ts'
import { breakdownRows } from '../checkout/breakdown-rows.ts'
import { formatDollars } from '../checkout/format-dollars.ts'
import { cardLabel } from '../checkout/saved-cards.tsx'
import { TermsLine } from '../checkout/terms-line.tsx'
import { TermsNote } from '../checkout/terms-note.tsx'
import { Breakdown } from '../components/ui/breakdown.tsx'
import { Field } from '../components/ui/field.tsx'
import { SubmitButton } from '../components/ui/submit-button.tsx'
import { type UpgradePart, type UpgradeRefusal } from './order-upgrades.tsx'
import {
  answerField,
  askingOffers,
  UPGRADE_PRICE_ANCHOR,
  UPGRADES_ANCHOR,
  upgradeSearch,
} from './upgrade-choice.ts'

interface Props {
  order: Order
  part: UpgradePart
  refusal: UpgradeRefusal | undefined
}

/** What the choice costs, to the cent, how it is paid, and the button. */
export function UpgradePayment({ order, part, refusal }: Props) {
  const { quote, choice, cards, formKey } = part
  const here = `/account/orders/${String(order.id)}`
  const problems = refusal?.problems ?? {}
  return (
    <form
      id={UPGRADE_PRICE_ANCHOR}
      method="post"
      action={`${here}?${upgradeSearch(choice)}`}
      className="form upgrade-pay"
      noValidate
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="updated_total_price" value={quote.updated_total_price} />
      <Breakdown
        rows={breakdownRows(quote)}
        total={formatDollars(quote.amount_due ?? 0)}
        totalLabel="To pay"
      />
      <p className="sm">
        <a href={`${here}#${UPGRADES_ANCHOR}`}>Change what is added</a>
      </p>
      <CreditWay here={here} part={part} />
      {askingOffers(quote, choice).map(({ upgrade_id: id, question, name }) => (
        <Field
          key={id}
          id={answerField(id)}
          name={answerField(id)}
          label={question ?? name}
          hint={name}
          need="required"
          maxLength={500}
          defaultValue={refusal?.typed[answerField(id)]}
          error={problems[answerField(id)]}
        />
      ))}
      {quote.amount_due === null ? (
        <p className="note">Nothing is left to pay by card.</p>
      ) : (
        <CardWay cards={cards} picked={refusal?.typed['card']} error={problems['card']} />
      )}
      <TermsLine
        error={problems['terms_and_conditions']}
        accepted={refusal?.typed['terms_and_conditions'] !== undefined}
      >
        <TermsNote />
      </TermsLine>
      <SubmitButton intent="purchase" price={formatDollars(quote.amount_due ?? 0)}>
        Purchase Upgrade
      </SubmitButton>
    </form>
  )
}

/** Credit changes the price, so it is chosen by an address: the page answers with the new one. */
function CreditWay({ here, part: { quote, choice } }: { here: string; part: UpgradePart }) {
  if (quote.credit_available === null) return null
  const other = upgradeSearch({ ...choice, useCredit: !choice.useCredit })
  return (
    <p className="sm">
      {choice.useCredit ? (
        <>Your account credit pays {formatDollars(quote.credits)} of it. </>
      ) : (
        <>You have {formatDollars(quote.credit_available)} of account credit. </>
      )}
      <a href={`${here}?${other}#${UPGRADES_ANCHOR}`}>{choice.useCredit ? 'Keep the credit' : 'Use it'}</a>
    </p>
  )
}

/** A saved card, or the provider’s page. */
export function CardWay({
  cards,
  picked,
  error,
  until = 'Nothing is added before it is paid.',
}: {
  cards: readonly CreditCard[]
  picked: string | undefined
  error: string | undefined
  /** What waits for the payment. */
  until?: string
}) {
  if (cards.length === 0) {
    return (
      <>
        <input type="hidden" name="card" value="hosted" />
        <p className="note">You enter your card on our payment provider’s secure page, next. {until}</p>
      </>
    )
  }
  return (
    <div className="field">
      <label htmlFor="card">How to pay</label>
      {error ? (
        <p className="error" id="card-error">
          <span className="vh">Error: </span>
          {error}
        </p>
      ) : null}
      <select
        className="input"
        id="card"
        name="card"
        defaultValue={picked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'card-error' : undefined}
      >
        {cards.map((card) => (
          <option key={card.id} value={card.id}>
            {cardLabel(card)}
          </option>
        ))}
        <option value="hosted">Another card, on our payment provider’s secure page</option>
      </select>
    </div>
  )
}
