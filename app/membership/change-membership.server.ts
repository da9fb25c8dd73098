import { z } from 'zod'
import { SubscriptionReply } from '#contract/membership.ts'
import { readForm, SentId, SentText } from '../ui/form/sent-values.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

const PATH = '/account/membership'
const MembershipForm = z.object({ intent: SentText, id: SentId })

export type MembershipChangeResult = { location: string } | { status: number; failure: string }

/** Performs the action of a button of the membership's page: `ask`, `end`, `keep` or `pay`. */
export async function changeMembership({ userApi }: Visit, form: FormData): Promise<MembershipChangeResult> {
  const { intent, id } = readForm(form, MembershipForm)
  if (intent === 'ask') return { location: `${PATH}?stop=1#standing` }
  if (!userApi || id === undefined) return { location: PATH }
  const path = `/v1/subscriptions/${String(id)}`
  const ends = intent === 'end'
  const result =
    intent === 'pay'
      ? await userApi.post(`${path}/payment`, SubscriptionReply, { body: {} })
      : await userApi.patch(path, SubscriptionReply, {
          body: { subscription: { cancel_at_period_end: ends } },
        })
  if (!result.ok) return { status: result.status, failure: result.message }
  if (intent === 'pay') return { location: result.data.subscription.payment_url ?? PATH }
  return { location: `${PATH}?done=${ends ? 'ended' : 'kept'}` }
}
