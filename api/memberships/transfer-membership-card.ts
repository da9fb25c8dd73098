import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { subscriptions } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'

const RUNNING = ['incomplete', 'active', 'past_due', 'unpaid'] as const

/**
 * Makes memberships use the new payment method when a card was renewed.
 *
 * @throws the provider's error when it does not answer
 */
export async function moveMemberships(
  { database, stripe }: Pick<ApiDeps, 'database' | 'stripe'>,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const running = await database.db
    .select({ reference: subscriptions.reference })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        inArray(subscriptions.status, [...RUNNING]),
        isNotNull(subscriptions.reference),
      ),
    )
  for (const { reference } of running) {
    if (reference === null) continue
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(reference)
    if ((typeof method === 'string' ? method : method?.id) !== from) continue
    const idempotencyKey = `card:${reference}:${to}`
    await stripe.subscriptions.update(reference, { default_payment_method: to }, { idempotencyKey })
  }
}
