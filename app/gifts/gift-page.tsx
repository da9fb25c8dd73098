import { type Gift, type GiftPart } from '#contract/gift-share.ts'
import { formatDollars } from '../checkout/format-dollars.ts'
import { SceneCard } from '../components/scene-picture.tsx'
import { SubmitButton } from '../components/ui/submit-button.tsx'
import { dateOf, unitText } from './gift-words.ts'

export interface GiftPageProps {
  gift: Gift
  /** The path of this very page. */
  action: string
  timezone: string
  /** The proposed day, and until when its seats are kept. */
  proposal: { day: string; until: string } | undefined
  /** The day that was proposed, where its flight was called off. */
  calledOff: string | undefined
  /** Where a visitor logs in and registers to redeem; undefined for who is logged in. */
  login: { login: string; register: string } | undefined
}

/** A gift as its recipient finds it behind the mailed link: to look at it, no account is needed. */
export function GiftPage(props: GiftPageProps) {
  const { gift } = props
  if (gift.taken_back || gift.parts.length === 0) return <Gone />
  const flight = gift.parts.find(({ product }) => product)?.product
  return (
    <div className="wrap section">
      <article className="ticket">
        <div className="art">
          <SceneCard
            place={flight?.place ?? 'manhattan'}
            tags={flight?.tags ?? []}
            product={flight?.id}
            wide
            eager
          />
        </div>
        <div className="ticket-in">
          <p className="eyebrow">
            {gift.from === null ? 'A gift for you' : `A gift for you from ${gift.from}`}
          </p>
          <h1>{flight?.name ?? 'A flight of your choice'}</h1>
          {flight?.subtitle ? <p className="muted mt4">{flight.subtitle}</p> : null}
          {gift.message ? <blockquote className="lede mt4 pre">{gift.message}</blockquote> : null}
          <Facts {...props} />
        </div>
      </article>
      <div className="gift-deeds">
        {gift.opened ? <Opened {...props} /> : <Unopened {...props} />}
        <section aria-labelledby="how">
          <h2 id="how" className="h3">
            How to use it
          </h2>
          <ol className="prose">
            <li>Open the gift, and log in or register with {gift.recipient_hint}.</li>
            <li>Confirm that address with the link we mail to it: the gift is yours alone.</li>
            <li>Choose a day, and tick the gift where you pay.</li>
          </ol>
        </section>
      </div>
    </div>
  )
}

const Gone = () => (
  <div className="wrap section narrow">
    <div className="head">
      <h1>This gift is not here any more.</h1>
      <p>Whoever gave it has taken it back. Please ask them.</p>
    </div>
    <a className="btn" href="/product">
      See the flights
    </a>
  </div>
)

function Facts({ gift: { parts, recipient_hint: hint }, timezone }: GiftPageProps) {
  const until = parts.map(({ expires_at: at }) => at).sort()[0] ?? ''
  return (
    <dl className="kv">
      <div>
        <dt>Good for</dt>
        <dd>
          {parts.map((part) => (
            <span key={`${part.kind}${String(part.id)}`} className="pre">
              {goodFor(part)}
              {'\n'}
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>Good until</dt>
        <dd>{dateOf(until, timezone)}</dd>
      </div>
      <div>
        <dt>For</dt>
        <dd>{hint}</dd>
      </div>
    </dl>
  )
}

function goodFor({ kind, unit, balance, product, fares }: GiftPart): string {
  if (kind === 'voucher') return `${formatDollars(balance ?? 0)} on ${product?.name ?? 'any flight'}`
  const what = unitText(unit)
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${fares.length > 0 ? `: ${fares.join(', ')}` : ''}`
}

const Unopened = ({ action }: GiftPageProps) => (
  <form method="post" action={action}>
    <SubmitButton intent="open">Open my gift</SubmitButton>
    <p className="sm subtle mt4">From then on it is yours for good, and you see its code.</p>
  </form>
)

const SAID: Readonly<Record<string, string>> = {
  reserved: 'being used',
  redeemed: 'used',
  used: 'used up',
  expired: 'expired',
  frozen: 'on hold',
  void: 'refunded',
}

function Opened(props: GiftPageProps) {
  const { gift, action, login, proposal, calledOff } = props
  const usable = gift.parts.some(({ status }) => status === 'available')
  return (
    <>
      <section aria-labelledby="codes">
        <h2 id="codes" className="h3">
          {gift.parts.length === 1 ? 'Your code' : 'Your codes'}
        </h2>
        <ul className="plain">
          {gift.parts.map(({ kind, id, code, status }) => (
            <li key={`${kind}${String(id)}`}>
              <code className="h-s">{code}</code>
              {status === 'available' ? null : ` (${SAID[status] ?? status})`}
            </li>
          ))}
        </ul>
      </section>
      {usable && calledOff ? (
        <p className="alert warn">
          The day that was proposed, {calledOff}, was called off. Any other day is yours to choose.
        </p>
      ) : null}
      {usable && proposal ? <Proposal action={action} proposal={proposal} /> : null}
      {usable ? (
        <form method="post" action={action}>
          <SubmitButton intent="redeem" {...(proposal ? { className: 'full second' } : {})}>
            {proposal ? 'Choose another day' : 'Redeem'}
          </SubmitButton>
          {login ? (
            <p className="sm mt4">
              <a href={login.login}>Log in</a> or <a href={login.register}>register</a> with{' '}
              {gift.recipient_hint} to pay with it.
            </p>
          ) : null}
        </form>
      ) : null}
      <form method="post" action={action} className="note">
        <p>
          {gift.hidden
            ? 'Whoever gave it sees that it was sent, and nothing more.'
            : 'Whoever gave it sees when it is opened, booked and flown.'}
        </p>
        <p className="mt4">
          <button
            type="submit"
            className="btn second small"
            name="intent"
            value={gift.hidden ? 'show' : 'hide'}
          >
            {gift.hidden ? 'Let them see it' : 'Keep it to myself'}
          </button>
        </p>
      </form>
    </>
  )
}

function Proposal({
  action,
  proposal: { day, until },
}: Required<Pick<GiftPageProps, 'action'>> & { proposal: { day: string; until: string } }) {
  return (
    <section aria-labelledby="proposal">
      <h2 id="proposal" className="h3">
        A day is proposed
      </h2>
      <p>
        {day}. We keep the seats for you until <strong className="nowrap">{until}</strong>.
      </p>
      <form method="post" action={action} className="mt4">
        <SubmitButton intent="take">Take this day</SubmitButton>
      </form>
      <form method="post" action={action} className="mt4">
        <button type="submit" className="link-btn" name="intent" value="decline">
          Not this day: let the seats go
        </button>
      </form>
    </section>
  )
}
