import { type Plan, PlansReply, type Subscription, SubscriptionsReply } from '#contract/membership.ts'
import { type Visit } from '../visit/load-visit.server.ts'

const ENDED = ['canceled', 'incomplete_expired', 'failed']

/**
 * The membership this brand sells; undefined if it sells none, or if the service has no
 * memberships.
 */
export async function findPlan({
  api,
  brand,
  specOnly,
}: Pick<Visit, 'api' | 'brand' | 'specOnly'>): Promise<Plan | undefined> {
  if (specOnly) return undefined
  const result = await api.get('/v1/plans', PlansReply, { query: { brand_id: brand.id } })
  return result.ok ? result.data.plans[0] : undefined
}

/** The account's memberships, newest first; undefined if the service does not answer. */
export async function loadSubscriptions({
  userApi,
  specOnly,
}: Pick<Visit, 'userApi' | 'specOnly'>): Promise<Subscription[] | undefined> {
  if (specOnly) return []
  const result = await userApi?.get('/v1/subscriptions', SubscriptionsReply)
  return result?.ok ? result.data.subscriptions : undefined
}

/** The membership that has not ended. */
export const findCurrentSubscription = (all: readonly Subscription[] | undefined): Subscription | null =>
  all?.find(({ status }) => !ENDED.includes(status)) ?? null
