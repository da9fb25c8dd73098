import { type CreditCard } from '#contract/credit-card.ts'
import { Check } from '../ui/check.tsx'
import { cardName } from './card-name.ts'

/**
 * How the card's part is paid: nothing of it, a saved card, or one that is typed (here, or on the
 * hosted page).
 */
export type CardPaymentChoice = 'nothing' | 'saved' | 'card'

/** Written by the server alone: the hydrated page shows it as it comes. */
export interface SavedCardsProps {
  payWith: CardPaymentChoice
  /** The default first; empty for who has none. */
  cards: readonly CreditCard[]
  picked: number | undefined
  /** Whoever is logged in may keep the card they type. */
  mayRemember: boolean
  now: Date
}

/** The saved cards, or beside a card that is typed the way back to them. */
export function SavedCards({ payWith, cards, picked, mayRemember, now }: SavedCardsProps) {
  if (payWith === 'nothing') return <p className="note">Nothing is left to pay by card.</p>
  if (payWith === 'card') {
    return (
      <>
        {mayRemember ? <Check id="remember" name="remember" label="Remember this card" /> : null}
        {cards.length > 0 ? <Toggle intent="cancel_card">Cancel</Toggle> : null}
      </>
    )
  }
  return (
    <>
      <input type="hidden" name="pay_with" value="saved" />
      <div className="field">
        <label htmlFor="saved_card">Saved card</label>
        <select className="input" id="saved_card" name="saved_card" defaultValue={picked}>
          {cards.map((card) => (
            <option key={card.id} value={card.id} disabled={isCardExpired(card, now)}>
              {cardLabel(card, now)}
            </option>
          ))}
        </select>
      </div>
      <Toggle intent="add_card">+ Add Credit Card</Toggle>
    </>
  )
}

function Toggle({ intent, children }: { intent: string; children: string }) {
  return (
    <p>
      <button type="submit" className="link-btn" name="intent" value={intent}>
        {children}
      </button>
    </p>
  )
}

/** Its month is over. */
export const isCardExpired = ({ exp_year: year, exp_month: month }: CreditCard, now: Date): boolean =>
  now >= new Date(Date.UTC(year, month, 1))

/** `Visa ending 4242, expires 04/28` */
export function cardLabel(card: CreditCard, now = new Date(0)): string {
  const until = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`
  return `${cardName(card)}, ${isCardExpired(card, now) ? 'expired' : 'expires'} ${until}`
}
