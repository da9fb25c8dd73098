import { renderToStaticMarkup } from 'react-dom/server'
import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type GiftCard } from '#contract/tenders.ts'
import { accountHref } from '../account/account-tabs.ts'
import { checkoutSearch } from '../visit/checkout-query.ts'
import { NoneHere } from '../payments/tender-panel.tsx'
import { NO_CHOICE } from '../payments/payer-tenders.server.ts'
import { type CardsToRedeem } from './load-redeemed-cards.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

export interface RedeemNoteProps {
  redeemed: CardsToRedeem | undefined
  /** A departure is chosen. */
  settled: boolean
  /** Why the gift card or voucher cannot be redeemed. */
  error: string | undefined
  path: string
}

/**
 * Shown above the calendar of a checkout that redeems something: what is selected, what it pays
 * for, and that a flight must be chosen first (spec section 8).
 */
export function renderRedeemNote(visit: Visit, { redeemed, settled, error, path }: RedeemNoteProps): string {
  const { brand, query, specOnly, user, session } = visit
  if (!query.redeem || specOnly) return ''
  const here = `${path}${checkoutSearch(query)}`
  const voucher = user && (session.get('tenders') ?? NO_CHOICE).vouchers.length > 0
  return renderToStaticMarkup(
    <section className="note mb6" id="tenders" aria-label="What you redeem">
      {error ? <p className="err">{error}</p> : null}
      {user ? null : (
        <p>
          <a href={accountHref('login', here)}>Login</a> or{' '}
          <a href={accountHref('register', here)}>Register</a> to redeem your Buy Now Schedule Later
        </p>
      )}
      {redeemed ? <Cards {...redeemed} /> : null}
      {voucher ? <p>Your voucher is chosen: it pays any departure, and is ticked where you pay.</p> : null}
      {settled ? null : (
        <NoneHere text="Please select a flight to redeem Buy Now Schedule Later" email={brand.email} />
      )}
    </section>,
  )
}

function Cards({ cards, chosen }: CardsToRedeem) {
  const [only] = cards
  if (!chosen) {
    return (
      <p>
        You have {cards.length === 1 ? 'a gift card' : `${String(cards.length)} gift cards`} to tick where you
        pay. Days and departures marked “Gift” are paid by {cards.length === 1 ? 'it' : 'one of them'}.
      </p>
    )
  }
  return (
    <>
      <ul className="plain">
        {cards.map((card) => (
          <li key={card.id}>{describeGiftCard(card)}</li>
        ))}
      </ul>
      <p className="mt2">
        Days and departures marked “Gift” are paid by {only && cards.length === 1 ? 'it' : 'one of them'}.
        Where you pay it is ticked.
      </p>
    </>
  )
}

function describeGiftCard({ code_tail: tail, good_for_label: label, waiting_fees: fees }: GiftCard) {
  return (
    <>
      <b>Gift card ending {tail} is chosen.</b> {label ? `${label}. ` : ''}
      {fees ? describeRedemptionFees(fees) : ''}
    </>
  )
}
