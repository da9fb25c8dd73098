import { type CreditCard } from '#contract/credit-card.ts'
import { cardName } from './card-name.ts'
import { isCardExpired } from './card-label.ts'
import { AccountNav } from '../account/account-nav.tsx'

export interface SavedCardsPageProps {
  /** The default first; undefined if the service does not answer. */
  cards: CreditCard[] | undefined
  /** The card whose removal has to be confirmed. */
  leaving: CreditCard | undefined
  notice: string | undefined
  /** Shown until it is closed (spec section 8). */
  problem: string | undefined
  /** The current instant (ISO), to mark expired cards. */
  now: string
}

/** The saved cards of an account: plain forms, each with one button. */
export function SavedCardsPage({ cards, leaving, notice, problem, now }: SavedCardsPageProps) {
  return (
    <div className="wrap section account-home">
      <AccountNav current="cards" />
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1>Saved cards</h1>
        </div>
        <AddCard />
      </div>
      <ResultNotice notice={notice} problem={problem} />
      {leaving ? <RemovalConfirmation card={leaving} /> : null}
      <h2 className="vh" id="cards">
        Your cards
      </h2>
      <Cards cards={cards} now={new Date(now)} />
      <p className="muted mt5">
        A card’s number is kept by our payment provider and was never here. You can use a saved card when you
        pay.
      </p>
    </div>
  )
}

const AddCard = () => (
  <form method="post" action="/account/cards">
    <button type="submit" className="btn second" name="intent" value="add">
      + Add Credit Card
    </button>
  </form>
)

function ResultNotice({ notice, problem }: Pick<SavedCardsPageProps, 'notice' | 'problem'>) {
  if (problem) {
    return (
      <p className="alert bad mb6" role="alert" tabIndex={-1}>
        {problem}{' '}
        <a className="nowrap" href="/account/cards">
          Close
        </a>
      </p>
    )
  }
  if (!notice) return null
  return (
    <p className="alert good mb6" role="status">
      {notice}
    </p>
  )
}

/** Removing a card needs a confirmation. */
function RemovalConfirmation({ card }: { card: CreditCard }) {
  return (
    <form method="post" action="/account/cards" className="alert warn mb6" id="remove">
      <p>
        <b>Remove {cardName(card)}?</b> Orders that were paid with it stay as they are; money that comes back
        still goes to it.
      </p>
      <input type="hidden" name="card" value={card.id} />
      <p className="btn-row mt4">
        <button type="submit" className="btn small" name="intent" value="remove">
          Remove this card
        </button>
        <a className="btn second small" href="/account/cards">
          Keep it
        </a>
      </p>
    </form>
  )
}

function Cards({ cards, now }: { cards: SavedCardsPageProps['cards']; now: Date }) {
  if (!cards) return <p className="alert warn">Your cards cannot be shown just now. Please try again.</p>
  if (cards.length === 0) {
    return (
      <div className="empty">
        <h3>No card saved yet.</h3>
        <p>Add one here, or tick “Remember this card” when you pay.</p>
      </div>
    )
  }
  return (
    <ul className="card-rows">
      {cards.map((card) => (
        <li key={card.id}>
          <div>
            <h3>{cardName(card)}</h3>
            <p className="subtle sm">
              {isCardExpired(card, now) ? 'Expired' : 'Expires'} {expiry(card)}
              {card.default ? <span className="chip good">Default</span> : null}
            </p>
          </div>
          <Actions card={card} />
        </li>
      ))}
    </ul>
  )
}

function Actions({ card }: { card: CreditCard }) {
  const name = <span className="vh"> {cardName(card)}</span>
  return (
    <div className="btn-row">
      {card.default ? null : (
        <form method="post" action="/account/cards">
          <input type="hidden" name="card" value={card.id} />
          <button type="submit" className="btn second small" name="intent" value="default">
            Make default{name}
          </button>
        </form>
      )}
      <a className="btn second small" href={`/account/cards?remove=${String(card.id)}#remove`}>
        Remove{name}
      </a>
    </div>
  )
}

const expiry = ({ exp_month: month, exp_year: year }: CreditCard): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
