import { type GiftCard } from '#contract/tenders.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { ErrorSummary } from '../components/ui/error-summary.tsx'
import { EnterButton } from '../components/ui/submit-button.tsx'
import { ShareFields, type ShareFieldsProps } from './share-fields.tsx'

export interface GiftSharePageProps {
  /** What is to be sent: one's own that can be. */
  cards: Pick<GiftCard, 'id' | 'name' | 'code' | 'code_tail'>[]
  typed: ShareFieldsProps['typed']
  problems: ShareFieldsProps['problems']
  /** Of the form as a whole. */
  failure: string | undefined
}

/** To whom gift cards go, and with which words. */
export function GiftSharePage({ cards, typed, problems, failure }: GiftSharePageProps) {
  const summary = [
    ...(failure ? [{ text: failure }] : []),
    ...(problems.recipient ? [{ text: `Recipient Email: ${problems.recipient}`, target: 'recipient' }] : []),
    ...(problems.message ? [{ text: `Message: ${problems.message}`, target: 'message' }] : []),
  ]
  return (
    <div className="wrap section account-home">
      <AccountNav current="gift-cards" within />
      <div className="gift-share">
        <ErrorSummary items={summary} />
        <h1>{cards.length === 1 ? 'Send 1 gift' : `Send ${String(cards.length)} gifts`}</h1>
        {cards.length === 0 ? (
          <NothingChosen />
        ) : (
          <ShareForm cards={cards} typed={typed} problems={problems} />
        )}
      </div>
    </div>
  )
}

const NothingChosen = () => (
  <div className="empty mt5">
    <p>Select at least one gift card that was not sent yet.</p>
    <a className="btn" href="/account/gift-cards#bought">
      Back to your gift cards
    </a>
  </div>
)

function ShareForm({ cards, typed, problems }: Omit<GiftSharePageProps, 'failure'>) {
  return (
    <form method="post" action="/account/gift-cards/share" className="form mt5" noValidate>
      <EnterButton intent="send" />
      <ul className="plain">
        {cards.map(({ id, name, code, code_tail: tail }) => (
          <li key={id}>
            <input type="hidden" name="ids" value={id} />
            {name} <code>{code ?? `ending ${tail}`}</code>
          </li>
        ))}
      </ul>
      <ShareFields typed={typed} problems={problems} />
      <p className="btn-row">
        <button type="submit" className="btn" name="intent" value="send">
          Send
        </button>
        <a className="btn second" href="/account/gift-cards#bought">
          Cancel
        </a>
      </p>
    </form>
  )
}
