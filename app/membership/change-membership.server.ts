import { SubscriptionReply } from '#contract/membership.ts'
import { type Visit } from '../visit/load-visit.server.ts'

const PATH = '/account/membership'

export type MembershipChangeResult = { location: string } | { status: number; failure: string }

/** Performs the action of a button of the membership's page: `ask`, `end`, `keep` or `pay`. */
export async function changeMembership({ userApi }: Visit, form: FormData): Promise<MembershipChangeResult> {
  const intent = form.get('intent')
  if (intent === 'ask') return { location: `${PATH}?stop=1#standing` }
  const id = String(form.get('id') ?? '')
  if (!userApi || !/^[1-9]\d{0,8}$/.test(id)) return { location: PATH }
  const path = `/v1/subscriptions/${id}`
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
