import { and, eq, isNull } from 'drizzle-orm'
import { plans } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'

/**
 * The plan's price at the payment provider; made there when it is first needed, once, unless the
 * operator named one.
 *
 * @throws the provider's error when it does not answer
 */
export async function ensurePrice(
  deps: Pick<ApiDeps, 'database' | 'stripe'>,
  planId: number,
): Promise<string> {
  const { db } = deps.database
  const find = async () => (await db.select().from(plans).where(eq(plans.id, planId)))[0]
  const plan = await find()
  if (!plan) throw new Error(`There is no plan ${String(planId)}`)
  if (plan.providerPrice) return plan.providerPrice
  const key = `plan:${String(plan.id)}:${String(plan.priceCents)}:${plan.interval}`
  const marks = { plan_id: String(plan.id) }
  const product = await deps.stripe.products.create(
    { name: plan.name, description: plan.benefit, metadata: marks },
    { idempotencyKey: `${key}:product` },
  )
  const price = await deps.stripe.prices.create(
    {
      product: product.id,
      currency: 'usd',
      unit_amount: plan.priceCents,
      recurring: { interval: plan.interval },
      metadata: marks,
    },
    { idempotencyKey: `${key}:price` },
  )
  await db
    .update(plans)
    .set({ providerPrice: price.id })
    .where(and(eq(plans.id, planId), isNull(plans.providerPrice)))
  return (await find())?.providerPrice ?? price.id
}
