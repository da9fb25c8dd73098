import { type HeroPicture, type SkyclubText } from '#brands/brand.ts'
import { type Plan, type SubscriptionStatus } from '#contract/membership.ts'
import { type skyclubQuestions } from '../../content/skyclub.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { Questions } from '../page/questions.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { ScenePage } from '../pictures/scene-picture.tsx'
import { type ClubPrice } from './load-member-prices.server.ts'
import { describePlanDiscount, planPrice } from './membership-text.ts'

export interface SkyclubPageProps {
  hero: HeroPicture
  text: SkyclubText
  questions: typeof skyclubQuestions
  /** Undefined if no membership is sold now. */
  plan: Plan | undefined
  flights: readonly ClubPrice[]
  /** Whether the visitor is logged in. */
  user: boolean
  /** The state of the account's membership. */
  has: SubscriptionStatus | undefined
  failure: string | undefined
}

/** The page that sells the membership. */
export function SkyclubPage(props: SkyclubPageProps) {
  const { hero, text, plan, flights, questions } = props
  return (
    <>
      <Hero hero={hero} text={text} />
      <section className="section" id="join" aria-labelledby="join-title">
        <div className="wrap cols-2 middle">
          <div className="stack flow-5">
            <p className="eyebrow">{text.why}</p>
            {plan ? <Price plan={plan} /> : <h2 id="join-title">SkyClub takes no new members just now.</h2>}
          </div>
          {plan ? <Join {...props} plan={plan} /> : null}
        </div>
      </section>
      {plan && flights.length > 0 ? <Prices flights={flights} plan={plan} /> : null}
      <MembershipReasons reasons={text.reasons} />
      <section className="section tint" aria-labelledby="questions-title">
        <div className="wrap narrow">
          <div className="head">
            <h2 id="questions-title">Before you join</h2>
          </div>
          <Questions list={questions} />
          <p className="mt5">
            <a href="/membership-terms-and-conditions">Membership Terms &amp; Conditions</a>
          </p>
        </div>
      </section>
    </>
  )
}

function Hero({ hero, text }: Pick<SkyclubPageProps, 'hero' | 'text'>) {
  return (
    <div className="hero">
      <ScenePage {...hero} alt="" />
      <div className="wrap hero-in">
        <p className="eyebrow">{text.eyebrow}</p>
        <h1>{text.headline}</h1>
        <p className="lede">{text.lede}</p>
      </div>
    </div>
  )
}

function MembershipReasons({ reasons }: Pick<SkyclubPageProps['text'], 'reasons'>) {
  return (
    <section className="section ruled" aria-labelledby="brings-title">
      <div className="wrap">
        <div className="head">
          <h2 id="brings-title">What it brings</h2>
        </div>
        <ol className="clockline">
          {reasons.map(({ title, text: why }, at) => (
            <li key={title}>
              <span className="t t-l">{at + 1}</span>
              <div>
                <h3>{title}</h3>
                <p>{why}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Price({ plan }: { plan: Plan }) {
  return (
    <>
      <h2 id="join-title">
        {formatDollars(plan.price).replace(/\.00$/, '')} a {plan.interval}. {describePlanDiscount(plan)} every
        flight.
      </h2>
      <p className="lede">
        It renews by itself every {plan.interval} until you stop it in your account, which takes one button.
      </p>
    </>
  )
}

function Join({ plan, user, has, failure }: SkyclubPageProps & { plan: Plan }) {
  return (
    <div className="card club-join">
      {failure ? (
        <p className="alert bad mb4" role="alert" tabIndex={-1}>
          {failure}
        </p>
      ) : null}
      {has ? <Member has={has} /> : <JoinForm plan={plan} user={user} />}
    </div>
  )
}

function Member({ has }: { has: SubscriptionStatus }) {
  return (
    <>
      <h3 className="h-s">
        {has === 'active' ? 'You are a member.' : 'Your membership waits for its payment.'}
      </h3>
      <p className="mt2 muted">
        {has === 'active'
          ? 'Your price is on every flight you book while logged in.'
          : 'It begins once that is done.'}
      </p>
      <p className="btn-row mt5">
        <a className="btn" href={has === 'active' ? '/product' : '/account/membership'}>
          {has === 'active' ? 'Choose a flight' : 'Finish it'}
        </a>
        {has === 'active' ? (
          <a className="btn second" href="/account/membership">
            Your membership
          </a>
        ) : null}
      </p>
    </>
  )
}

function JoinForm({ plan, user }: { plan: Plan; user: boolean }) {
  return (
    <>
      <h3 className="h-s">Join now</h3>
      <dl className="breakdown mt4">
        <div>
          <dt>Today</dt>
          <dd>{formatDollars(plan.price)}</dd>
        </div>
        <div>
          <dt>Every {plan.interval} after, until you stop it</dt>
          <dd>{formatDollars(plan.price)}</dd>
        </div>
      </dl>
      <form method="post" action="/skyclub#join" className="mt5">
        <button type="submit" className="btn full">
          {user ? `Join and pay ${formatDollars(plan.price)}` : 'Log in or register to join'}
        </button>
      </form>
      <p className="hint mt4">
        {user
          ? 'You pay on our payment provider’s page; your card is kept there for the renewals. '
          : 'Booking a flight first? You can join at the checkout too, and that flight costs you ' +
            'less already. '}
        <a href="/membership-terms-and-conditions">Terms &amp; Conditions Apply</a>
      </p>
    </>
  )
}

function Prices({ flights, plan }: { flights: readonly ClubPrice[]; plan: Plan }) {
  return (
    <section className="section tint" aria-labelledby="prices-title">
      <div className="wrap">
        <div className="head split">
          <h2 id="prices-title">What members pay</h2>
          <p>
            {planPrice(plan)} is earned back by two people on two flights, often sooner. Prices before fees
            and tax, which stay the same.
          </p>
        </div>
        <ul className="club-flights">
          {flights.map(({ id, slug, name, place, whole, usual, members, ...photo }) => (
            <li key={id}>
              <ProductPicture photo={photo} place={place} tags={[]} product={id} />
              <h3>
                <a href={`/product/${slug}`}>{name}</a>
              </h3>
              <p className="price">
                <s>
                  <span className="vh">usually </span>
                  {formatDollars(usual)}
                </s>{' '}
                <span className="vh">for members </span>
                {formatDollars(members)}
              </p>
              <p className="sm subtle">{whole ? 'the whole aircraft' : 'a seat'}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
