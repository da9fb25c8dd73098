import { z } from 'zod'
import { type Quote } from '#contract/quote.ts'
import { readForm, SentId } from '../ui/form/sent-values.server.ts'
import { type MembershipOfferData } from './membership-offer.tsx'
import { findPlan, loadSubscriptions, findCurrentSubscription } from './load-membership.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The consent box of a membership; undefined if none is sold. */
export async function loadMembershipOffer(
  visit: Visit,
  quote: Quote | undefined,
): Promise<MembershipOfferData | undefined> {
  const bears = quote?.membership ?? null
  const [plan, own] = await Promise.all([
    findPlan(visit),
    visit.user && bears?.by !== 'member' ? loadSubscriptions(visit) : undefined,
  ])
  if (!quote || (!plan && bears?.by !== 'member')) return undefined
  return {
    plan,
    effect: bears,
    unpaidPlan: findCurrentSubscription(own)?.plan.name,
    ticked: visit.session.get('membership') !== undefined,
    saves: Math.abs(quote.discount),
    guest: !visit.user,
  }
}

/** The plan of the box, and once more where it is ticked. */
const ConsentForm = z.object({ membership_offer: SentId, membership_consent: SentId })

/**
 * Saves for this purchase whether the consent box is ticked. A form without the box changes
 * nothing.
 *
 * @returns whether the consent changed
 */
export function saveConsent({ session }: Pick<Visit, 'session'>, form: FormData): boolean {
  const { membership_offer: offer, membership_consent: plan } = readForm(form, ConsentForm)
  if (offer === undefined) return false
  const before = session.get('membership')
  if (plan === undefined) session.unset('membership')
  else session.set('membership', plan)
  return (plan === undefined) !== (before === undefined)
}
