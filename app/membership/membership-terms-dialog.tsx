import { type Plan } from '#contract/membership.ts'
import { opensDialog } from '../ui/opens-dialog.ts'
import { describePlanDiscount, planPrice } from './membership-text.ts'

const ID = 'membership-terms'
// Attributes that React 18 does not know and renders unchanged: with them the dialog opens and
// closes without a script.
const OPENS = { popovertarget: ID, ...opensDialog, 'data-dialog-part': ID }
const CLOSES = { popovertarget: ID, popovertargetaction: 'hide', 'data-close': '' }
const POPOVER = { popover: 'auto' }

/**
 * Spec section 2: 'Terms & Conditions Apply' opens a dialog; a click outside, its button and Escape
 * close it.
 */
export function MembershipTermsButton() {
  return (
    <button type="button" className="link-btn inline" {...OPENS}>
      Terms &amp; Conditions Apply
    </button>
  )
}

/** The most important terms, and a link to all of them. */
export function MembershipTermsDialog({ plan }: { plan: Plan }) {
  return (
    <dialog id={ID} className="card dialog" aria-labelledby={`${ID}-title`} {...POPOVER}>
      <h2 className="h-s" id={`${ID}-title`}>
        {plan.name}, in short
      </h2>
      <ul className="stack flow-4">
        <li>
          {describePlanDiscount(plan)} every flight you book for yourself and your party, while you are a
          member. With a promo code, the better price counts.
        </li>
        <li>
          {planPrice(plan)}, charged to the card you pay with right after your flight is booked, and again
          every {plan.interval} until you stop it.
        </li>
        <li>You stop it in your account with one button. It runs to the end of what you paid for.</li>
        <li>If it cannot be charged, your flight stays booked at the price you paid.</li>
      </ul>
      <p>
        <a href="/membership-terms-and-conditions" target="_blank" rel="noopener">
          Membership Terms &amp; Conditions<span className="vh"> (opens in a new tab)</span>
        </a>
      </p>
      <button type="button" className="btn second small mt4" {...CLOSES}>
        Close
      </button>
    </dialog>
  )
}
