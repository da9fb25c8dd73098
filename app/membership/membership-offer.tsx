import { type Plan, type QuoteMembership } from '#contract/membership.ts'
import { Check } from '../ui/check.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { useAnsweredBoxes } from '../payments/use-answered-boxes.ts'
import { UpdateTotal } from '../payments/update-total.tsx'
import { MembershipTermsButton, MembershipTermsDialog } from './membership-terms-dialog.tsx'
import { describePlanDiscount, planPrice } from './membership-text.ts'

/** What a purchase offers of a membership. */
export interface MembershipOfferData {
  plan: Plan | undefined
  /** How a membership changes the displayed price. */
  effect: QuoteMembership | null
  /** The name of the account's membership if it is not paid yet. */
  unpaidPlan: string | undefined
  ticked: boolean
  /** The amount by which the membership lowers this price, in dollars. */
  saves: number
  guest: boolean
}

/**
 * The consent box of a membership, as part of the page's form; for members a line with their
 * discount.
 */
export function MembershipOffer({ offer }: { offer: MembershipOfferData }) {
  const { plan, effect, unpaidPlan } = offer
  if (effect?.by === 'member') return <MembersPrice effect={effect} saves={offer.saves} />
  if (unpaidPlan !== undefined) return <NotPaidYet plan={unpaidPlan} />
  return plan ? <Consent plan={plan} offer={offer} /> : null
}

function MembersPrice({ effect, saves }: { effect: QuoteMembership; saves: number }) {
  return (
    <div className="note mt5" id="membership">
      <p className="flabel">{effect.plan_name} member</p>
      <p>{effect.applied ? `Your ${effect.plan_name} price takes ${formatDollars(saves)} off.` : null}</p>
      {effect.message ? <p className="muted">{effect.message}</p> : null}
    </div>
  )
}

function NotPaidYet({ plan }: { plan: string }) {
  return (
    <div className="note mt5" id="membership">
      <p className="flabel">{plan}</p>
      <p>
        {'Your membership is not paid yet, so this is the usual price. '}
        <a href="/account/membership">Pay it</a> and come back: what you typed is kept.
      </p>
    </div>
  )
}

/**
 * A guest joined with this e-mail before it was confirmed: no membership is started, and no price
 * lowered, until it is.
 */
function JoinedBefore({ plan }: { plan: Plan }) {
  return (
    <p className="muted" role="status">
      This e-mail has a {plan.name} membership already, so nothing is added.{' '}
      <a href="/account">Confirm your e-mail</a> in your account, and its price is yours: what you typed is
      kept.
    </p>
  )
}

function Consent({ plan, offer }: { plan: Plan; offer: MembershipOfferData }) {
  const { effect, ticked, saves, guest } = offer
  return (
    <div className="note mt5" id="membership" ref={useAnsweredBoxes(offer)}>
      <p className="flabel">
        {plan.name}: {describePlanDiscount(plan)}
      </p>
      <input type="hidden" name="membership_offer" value={plan.id} />
      <Check
        id="membership_consent"
        name="membership_consent"
        value={plan.id}
        label={`Join ${plan.name} for ${planPrice(plan)}, and take ${describePlanDiscount(plan)} this flight`}
        defaultChecked={ticked}
        describedBy="membership-note"
        data-reprice=""
      />
      <p className="hint" id="membership-note">
        {formatDollars(plan.price)} is charged to your card right after this flight is booked, on top of its
        total, and again every {plan.interval} until you stop it in your account. {plan.benefit}{' '}
        <MembershipTermsButton />.
        {guest
          ? ' We mail you a link to set a password: your account is where you see it, and stop it.'
          : null}
      </p>
      {ticked && effect?.applied ? (
        <p className="code-on" role="status">
          {plan.name} price applied: {formatDollars(saves)} off
        </p>
      ) : null}
      {ticked && effect?.message ? <p className="muted">{effect.message}</p> : null}
      {ticked && !effect ? <JoinedBefore plan={plan} /> : null}
      <UpdateTotal />
      <MembershipTermsDialog plan={plan} />
    </div>
  )
}
