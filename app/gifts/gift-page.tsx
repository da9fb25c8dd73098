import { type Gift, type GiftPart } from '#contract/gift-share.ts'
import { leftToPay } from '#contract/gift-words.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { SceneCard } from '../pictures/scene-picture.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { dateOf, flightsText, unitText } from './gift-text.ts'

export interface GiftPageProps {
  gift: Gift
  /** The path of this page. */
  action: string
  timezone: string
  /** The proposed departure, and until when its seats are held. */
  proposal: { day: string; until: string } | undefined
  /** The proposed departure, if it was cancelled. */
  cancelledDay: string | undefined
  /** Where a visitor logs in or registers to redeem the gift; undefined for a logged-in account. */
  login: { login: string; register: string } | undefined
}

/** The gift as its recipient sees it behind the mailed link. Viewing it needs no account. */
export function GiftPage(props: GiftPageProps) {
  const { gift } = props
  if (gift.taken_back || gift.parts.length === 0) return <GiftUnavailable />
  const flight = gift.parts.find(({ product }) => product)?.product
  const title = flightsText(gift.parts.map(({ product }) => product?.name))
  const single = new Set(gift.parts.map(({ product }) => product?.id)).size === 1
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
          <h1>{title ?? 'A flight of your choice'}</h1>
          {single && flight?.subtitle ? <p className="muted mt4">{flight.subtitle}</p> : null}
          {gift.message ? <blockquote className="lede mt4 pre">{gift.message}</blockquote> : null}
          <Facts {...props} />
        </div>
      </article>
      <div className="gift-deeds">
        {gift.opened ? <OpenedGift {...props} /> : <UnopenedGift {...props} />}
        <section aria-labelledby="how">
          <h2 id="how" className="h3">
            How to use it
          </h2>
          <ol className="prose">
            <li>Open the gift, and log in or register with {gift.recipient_hint}.</li>
            <li>Confirm that address with the link we mail to it: the gift is yours alone.</li>
            <li>Choose a day and a departure it is good for, and tick the gift where you pay.</li>
          </ol>
        </section>
      </div>
    </div>
  )
}

const GiftUnavailable = () => (
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
  const days = new Set(parts.map(({ expires_at: at }) => dateOf(at, timezone)))
  const [until] = days
  return (
    <dl className="kv">
      <div>
        <dt>Good for</dt>
        <dd>
          {parts.map((part) => (
            <p key={`${part.kind}${String(part.id)}`}>
              {goodFor(part)}
              {days.size > 1 ? `, until ${dateOf(part.expires_at, timezone)}` : null}
            </p>
          ))}
        </dd>
      </div>
      <LeftToPay parts={parts} />
      {days.size === 1 ? (
        <div>
          <dt>Good until</dt>
          <dd>{until}</dd>
        </div>
      ) : null}
      <div>
        <dt>For</dt>
        <dd>{hint}</dd>
      </div>
    </dl>
  )
}

/**
 * The fees that its gift cards do not include: once if all are the same, else with the flight's
 * name.
 */
function LeftToPay({ parts }: { parts: readonly GiftPart[] }) {
  const fees = leftToPay(parts)
  if (fees.length === 0) return null
  return (
    <div>
      <dt>Fees</dt>
      <dd>
        {fees.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </dd>
    </div>
  )
}

function goodFor({ kind, unit, balance, product, fares, good_for_label: label }: GiftPart): string {
  if (label) return label
  if (kind === 'voucher') return `${formatDollars(balance ?? 0)} on ${product?.name ?? 'any flight'}`
  const what = unitText(unit)
  const on = product ? ` on ${product.name}` : ''
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${on}${
    fares.length > 0 ? `: ${fares.join(', ')}` : ''
  }`
}

const UnopenedGift = ({ action }: GiftPageProps) => (
  <form method="post" action={action}>
    <SubmitButton intent="open">Open my gift</SubmitButton>
    <p className="sm subtle mt4">From then on it is yours for good, and you see its code.</p>
  </form>
)

/** The flights that the gift can still be redeemed for, each once, with a link to its calendar. */
const usableFlights = ({ parts }: GiftPageProps['gift']) => [
  ...new Map(
    parts.flatMap(({ status, product }) =>
      status === 'available' && product ? [[product.id, product] as const] : [],
    ),
  ).values(),
]

const SAID: Readonly<Record<string, string>> = {
  reserved: 'being used',
  redeemed: 'used',
  used: 'used up',
  expired: 'expired',
  frozen: 'on hold',
  void: 'refunded',
}

function OpenedGift(props: GiftPageProps) {
  const { gift, action, login, proposal, cancelledDay } = props
  const usable = gift.parts.some(({ status }) => status === 'available')
  const flights = usableFlights(gift)
  return (
    <>
      <section aria-labelledby="codes">
        <h2 id="codes" className="h3">
          {gift.parts.length === 1 ? 'Your code' : 'Your codes'}
        </h2>
        <ul className="plain">
          {gift.parts.map(({ kind, id, code, status, product }) => (
            <li key={`${kind}${String(id)}`}>
              <code className="h-s">{code}</code>
              {status === 'available' ? null : ` (${SAID[status] ?? status})`}
              {gift.parts.length > 1 ? <span className="muted"> {product?.name ?? 'Any flight'}</span> : null}
            </li>
          ))}
        </ul>
      </section>
      {usable && cancelledDay ? (
        <p className="alert warn">
          The day that was proposed, {cancelledDay}, was called off. Any other day is yours to choose.
        </p>
      ) : null}
      {usable && proposal ? <Proposal action={action} proposal={proposal} /> : null}
      {usable ? (
        <form method="post" action={action}>
          {flights.length > 1 ? (
            flights.map(({ id, name }, at) => (
              <p key={id} className={at === 0 ? undefined : 'mt4'}>
                <SubmitButton intent={`redeem-${String(id)}`} className="full second">
                  Redeem for {name}
                </SubmitButton>
              </p>
            ))
          ) : (
            <SubmitButton intent="redeem" {...(proposal ? { className: 'full second' } : {})}>
              {proposal ? 'Choose another day' : 'Redeem'}
            </SubmitButton>
          )}
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
