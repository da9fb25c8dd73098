import { type Order } from '#contract/order.ts'
import { SubscriptionReply } from '#contract/membership.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * Starts the membership that was agreed to with an order, once the order is completed (spec section
 * 4), and returns its state. A failure does not affect the order: the service retries the
 * membership itself.
 */
export async function startAgreedMembership(
  { userApi }: Visit,
  order: Order | undefined,
): Promise<Order | undefined> {
  const membership = order?.membership
  if (!userApi || !order || order.status !== 'completed' || membership?.status !== 'starting') return order
  const started = await userApi.post('/v1/subscriptions', SubscriptionReply, {
    body: { subscription: { plan_id: membership.plan_id, brand_id: order.brand_id } },
  })
  const status = started.ok ? started.data.subscription.status : membership.status
  return { ...order, membership: { ...membership, status } }
}
