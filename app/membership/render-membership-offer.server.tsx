import { renderToStaticMarkup } from 'react-dom/server'
import { type Quote } from '#contract/quote.ts'
import { MembershipOffer } from './membership-offer.tsx'
import { findPlan, loadSubscriptions, findCurrentSubscription } from './load-membership.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The consent box of a membership as HTML; nothing if none is sold. */
export async function renderMembershipOffer(visit: Visit, quote: Quote | undefined): Promise<string> {
  const bears = quote?.membership ?? null
  const [plan, own] = await Promise.all([
    findPlan(visit),
    visit.user && bears?.by !== 'member' ? loadSubscriptions(visit) : undefined,
  ])
  if (!quote || (!plan && bears?.by !== 'member')) return ''
  return renderToStaticMarkup(
    <MembershipOffer
      plan={plan}
      effect={bears}
      has={findCurrentSubscription(own)}
      ticked={visit.session.get('membership') !== undefined}
      saves={Math.abs(quote.discount)}
      guest={!visit.user}
    />,
  )
}

/**
 * Saves for this purchase whether the consent box is ticked. A form without the box changes
 * nothing.
 *
 * @returns whether the consent changed
 */
export function saveConsent({ session }: Pick<Visit, 'session'>, form: FormData): boolean {
  if (!form.has('membership_offer')) return false
  const before = session.get('membership')
  const plan = Number(form.get('membership_consent') ?? 0)
  const ticked = Number.isSafeInteger(plan) && plan > 0
  if (ticked) session.set('membership', plan)
  else session.unset('membership')
  return ticked !== (before !== undefined)
}
