import { Check } from '../ui/check.tsx'
import { selectProps } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'

/**
 * How the card's part is paid: nothing of it, a saved card, or one that is typed (here, or on the
 * hosted page).
 */
export type CardPaymentChoice = 'nothing' | 'saved' | 'card'

/** The saved cards of the logged-in account, as the page shows them. */
export interface SavedCardsPart {
  /** The default card first; empty if there is none. */
  cards: readonly { id: number; label: string; expired: boolean }[]
  picked: number | undefined
  /** True for a logged-in account, which may save the card it types. */
  mayRemember: boolean
}

export interface SavedCardsProps extends SavedCardsPart {
  payWith: CardPaymentChoice
  field: ShopField
}

/** The saved cards, or beside the fields for another card the button back to them. */
export function SavedCards({ payWith, cards, picked, mayRemember, field }: SavedCardsProps) {
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
        <label htmlFor={field.id}>{field.label}</label>
        <select className="input" {...selectProps(field)} defaultValue={picked}>
          {cards.map(({ id, label, expired }) => (
            <option key={id} value={id} disabled={expired}>
              {label}
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
