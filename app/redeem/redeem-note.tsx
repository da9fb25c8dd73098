import { NothingToRedeem } from '../payments/nothing-to-redeem.tsx'

export interface RedeemNoteProps {
  /** Why the gift card or voucher cannot be redeemed. */
  error: string | undefined
  /** Where visitors log in and register. */
  entry: { loginHref: string; registerHref: string } | undefined
  /** The gift cards that pay, and whether they were selected or are all the account has. */
  redeemed: { cards: { id: number; tail: string; about: string }[]; chosen: boolean } | undefined
  voucher: boolean
  /** A departure is chosen. */
  settled: boolean
  email: string
}

/**
 * Shown above the calendar of a checkout that redeems something: what is selected, what it pays
 * for, and that a flight must be chosen first (spec section 8).
 */
export function RedeemNote({ error, entry, redeemed, voucher, settled, email }: RedeemNoteProps) {
  return (
    <section className="note mb6" id="tenders" aria-label="What you redeem">
      {error ? <p className="err">{error}</p> : null}
      {entry ? (
        <p>
          <a href={entry.loginHref}>Login</a> or <a href={entry.registerHref}>Register</a> to redeem your Buy
          Now Schedule Later
        </p>
      ) : null}
      {redeemed ? <Cards {...redeemed} /> : null}
      {voucher ? <p>Your voucher is chosen: it pays any departure, and is ticked where you pay.</p> : null}
      {settled ? null : (
        <NothingToRedeem text="Please select a flight to redeem Buy Now Schedule Later" email={email} />
      )}
    </section>
  )
}

function Cards({ cards, chosen }: NonNullable<RedeemNoteProps['redeemed']>) {
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
          <li key={card.id}>
            <b>Gift card ending {card.tail} is chosen.</b> {card.about}
          </li>
        ))}
      </ul>
      <p className="mt2">
        Days and departures marked “Gift” are paid by {only && cards.length === 1 ? 'it' : 'one of them'}.
        Where you pay it is ticked.
      </p>
    </>
  )
}
