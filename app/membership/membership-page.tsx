import { type Subscription } from '#contract/membership.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { membershipDay, describePlanDiscount, planPrice } from './membership-text.ts'

export interface MembershipPageProps {
  /** The membership that has not ended, else the last one; undefined if there was none. */
  shown: Subscription | undefined
  /** The service does not answer. */
  unreadable: boolean
  zone: string
  /** The confirmation before ending it is shown. */
  ending: boolean
  notice: string | undefined
  failure: string | undefined
}

/** An account's membership: its state, its payments, and buttons to end it or to withdraw that. */
export function MembershipPage({ shown, unreadable, zone, ending, notice, failure }: MembershipPageProps) {
  return (
    <div className="wrap section account-home membership-page">
      <AccountNav current="membership" />
      {failure ? (
        <p className="alert bad mb6" role="alert" tabIndex={-1}>
          {failure}
        </p>
      ) : null}
      {notice ? (
        <p className="alert good mb6" role="status">
          {notice}
        </p>
      ) : null}
      {unreadable ? <p>We cannot show your membership just now. Please try again in a minute.</p> : null}
      {!shown && !unreadable ? <NoMembership /> : null}
      {shown ? (
        <div className="with-rail">
          <div className="flow-5">
            <MembershipState subscription={shown} zone={zone} ending={ending} />
            <Invoices subscription={shown} zone={zone} />
          </div>
          <aside className="rail card" aria-labelledby="what">
            <h2 className="h-s mb4" id="what">
              What it brings
            </h2>
            <p>{shown.plan.benefit}</p>
            <p className="mt4">
              Log in when you book, here or with our sister brand: the price is there by itself.
            </p>
            <p className="mt4">
              <a href="/membership-terms-and-conditions">Membership Terms &amp; Conditions</a>
            </p>
          </aside>
        </div>
      ) : null}
    </div>
  )
}

function NoMembership() {
  return (
    <>
      <p className="eyebrow">Membership</p>
      <h1>You are not a member yet.</h1>
      <p className="lede mt4">One yearly price, and every flight costs you less.</p>
      <p className="mt5">
        <a className="btn" href="/skyclub">
          See what it brings
        </a>
      </p>
    </>
  )
}

type Part = { subscription: Subscription; zone: string }

function MembershipState({ subscription, zone, ending }: Part & { ending: boolean }) {
  const [chip, tone, sentence] = describeMembershipState(subscription, zone)
  return (
    <section aria-labelledby="standing">
      <p className="eyebrow">Membership</p>
      <h1 id="standing">{subscription.plan.name}</h1>
      <p className="mt4">
        <span className={`chip ${tone}`}>{chip}</span>
      </p>
      <p className="lede mt4">{sentence}</p>
      {ending ? (
        <Question subscription={subscription} zone={zone} />
      ) : (
        <Buttons subscription={subscription} />
      )}
    </section>
  )
}

/** The state as a word, its colour, and a sentence. */
function describeMembershipState(
  one: Subscription,
  zone: string,
): [chip: string, tone: string, sentence: string] {
  const { plan, status, current_period_end: end, cancel_at_period_end: ends, last_error: error } = one
  const day = end ? membershipDay(end, zone) : ''
  const price = planPrice(plan)
  switch (status) {
    case 'active':
      return ends
        ? [
            'Ending',
            'warn',
            `Paid until ${day}. It does not renew: your ${describePlanDiscount(plan)} holds until that day.`,
          ]
        : ['Active', 'good', `${describePlanDiscount(plan)} every flight. Renews on ${day} for ${price}.`]
    case 'starting':
      return one.next_try_at
        ? [
            'Not started yet',
            'warn',
            `${error ?? 'Your card was declined.'} We try again on ` +
              `${membershipDay(one.next_try_at, zone)}. You can pay with another card now.`,
          ]
        : ['Starting', 'info', 'It is being charged. Reload this page in a moment.']
    case 'incomplete':
      return [
        'One step left',
        'warn',
        `It begins as soon as its first ${formatDollars(plan.price)} is paid. The page to pay ` +
          'it stays open for 23 hours.',
      ]
    case 'past_due':
      return [
        'Past due',
        'bad',
        'The renewal was declined, so flights cost their usual price. Pay it, and your ' +
          `${describePlanDiscount(plan)} is back.`,
      ]
    case 'unpaid':
      return [
        'Unpaid',
        'bad',
        'The renewal was declined each time we tried. Pay it to go on, or stop the membership.',
      ]
    case 'canceled':
      return ['Ended', '', 'It is over, and nothing more is charged.']
    case 'incomplete_expired':
    case 'failed':
      return ['Did not start', '', 'Nothing was charged for it. You can join again whenever you like.']
  }
}

function Buttons({ subscription }: { subscription: Subscription }) {
  const { status, cancel_at_period_end: ends, next_try_at: again } = subscription
  const over = ['canceled', 'incomplete_expired', 'failed'].includes(status)
  const owes = ['incomplete', 'past_due', 'unpaid'].includes(status) || again !== null
  if (over) {
    return (
      <p className="mt5">
        <a className="btn" href="/skyclub">
          Join again
        </a>
      </p>
    )
  }
  return (
    <form method="post" action="/account/membership" className="btn-row mt5">
      <input type="hidden" name="id" value={subscription.id} />
      {owes ? (
        <button type="submit" className="btn" name="intent" value="pay">
          {status === 'incomplete' ? 'Finish and pay' : 'Pay with another card'}
        </button>
      ) : null}
      {ends ? (
        <button type="submit" className="btn" name="intent" value="keep">
          Keep my membership
        </button>
      ) : (
        <button type="submit" className="btn second" name="intent" value="ask">
          Stop my membership
        </button>
      )}
    </form>
  )
}

/** The confirmation before the membership is ended: the consequences, and a link back. */
function Question({ subscription, zone }: Part) {
  const { status, current_period_end: end, plan } = subscription
  const paid = status === 'active' && end
  return (
    <form method="post" action="/account/membership" className="alert warn mt5">
      <h2>Stop {plan.name}?</h2>
      <p>
        {paid
          ? `It runs until ${membershipDay(end, zone)}, then it ends. Nothing more is charged, ` +
            'and nothing you paid comes back. You can change your mind until that day.'
          : 'It ends now, and nothing is charged for it.'}
      </p>
      <input type="hidden" name="id" value={subscription.id} />
      <div className="btn-row mt4">
        <button type="submit" className="btn" name="intent" value="end">
          Yes, stop it
        </button>
        <a className="btn second" href="/account/membership">
          Keep it
        </a>
      </div>
    </form>
  )
}

const PAID: Record<Subscription['invoices'][number]['status'], string> = {
  draft: 'Being made',
  open: 'Not paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Withdrawn',
}

function Invoices({ subscription, zone }: Part) {
  if (subscription.invoices.length === 0) return null
  return (
    <section className="mt7" aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      <dl className="breakdown mt4">
        {subscription.invoices.map((one) => (
          <div key={one.number ?? one.created_at}>
            <dt>
              {membershipDay(one.created_at, zone)}, {PAID[one.status].toLowerCase()}
              <br />
              <span className="sm subtle">{one.number}</span>
            </dt>
            <dd>{formatDollars(one.amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
