import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import { subscriptions } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'
import { needsCardholder, getNextStartAttempt } from './rules/membership-states.ts'
import { type ProviderFailure, readProviderFailure } from '../gateways/stripe-client.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { ensurePrice } from './ensure-price.ts'
import { findMembershipPayer, type MembershipPayer } from './find-card.ts'
import { syncSubscription } from './sync-subscription.ts'
import { type SubscriptionRow } from './present-subscription.ts'

const MINUTE = 60_000

/**
 * Starts a membership at the payment provider, once however often it is called: an existing
 * subscription is found, and each try has one idempotency key. A declined card is mailed and
 * retried. When the bank asks for the cardholder's confirmation, or no card was saved, the
 * membership waits for its first invoice to be paid on the provider's page. Flow:
 * https://docs.stripe.com/billing/subscriptions/overview#payment-status.
 *
 * @param onPage leave it to the provider's page, whatever card there is
 */
export async function startSubscription(deps: ApiDeps, id: number, onPage = false): Promise<void> {
  const row = await lockSubscriptionStart(deps, id)
  if (!row) return
  try {
    const payer = await findMembershipPayer(deps, row)
    const existing = await findAtProvider(deps, payer.customer, row.id)
    await syncSubscription(
      deps,
      existing ?? (await create(deps, row, onPage ? { ...payer, method: null } : payer)),
    )
  } catch (error) {
    await recordFailure(deps, row, readProviderFailure(error))
  }
}

/**
 * Claims the start of a membership, because two calls at once, one with a card and one for a page,
 * would create two subscriptions. After a crash the claim expires, later than any call takes.
 */
export async function lockSubscriptionStart(
  { database, clock }: ApiDeps,
  id: number,
): Promise<SubscriptionRow | undefined> {
  const now = clock.now()
  const [row] = await database.db
    .update(subscriptions)
    .set({ busyUntil: new Date(now.getTime() + 2 * MINUTE) })
    .where(
      and(
        eq(subscriptions.id, id),
        eq(subscriptions.status, 'starting'),
        or(isNull(subscriptions.busyUntil), lte(subscriptions.busyUntil, now)),
      ),
    )
    .returning()
  return row
}

/**
 * Finds a subscription created by a call whose answer was lost, perhaps after its idempotency key
 * expired.
 */
export async function findAtProvider(
  deps: ApiDeps,
  customer: string,
  id: number,
): Promise<string | undefined> {
  const { data } = await deps.stripe.subscriptions.list({ customer, limit: 100 })
  return data.find(({ metadata }) => metadata['subscription_id'] === String(id))?.id
}

async function create(deps: ApiDeps, row: SubscriptionRow, payer: MembershipPayer): Promise<string> {
  const price = await ensurePrice(deps, row.planId)
  if (payer.method === null) return createUnpaid(deps, row, payer, price)
  try {
    const made = await deps.stripe.subscriptions.create(
      {
        ...common(row, payer, price),
        default_payment_method: payer.method,
        off_session: true,
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: `${keyOf(row)}:${String(row.tries)}` },
    )
    return made.id
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind !== 'declined' || !needsCardholder(failure.code)) throw error
    return createUnpaid(deps, row, payer, price)
  }
}

/**
 * Creates a subscription that is not charged until its first invoice is paid on the provider's
 * page.
 */
async function createUnpaid(deps: ApiDeps, row: SubscriptionRow, payer: MembershipPayer, price: string) {
  const { id } = await deps.stripe.subscriptions.create(
    { ...common(row, payer, price), payment_behavior: 'default_incomplete' },
    { idempotencyKey: `${keyOf(row)}:page` },
  )
  return id
}

const keyOf = ({ id, userId, planId, orderId }: SubscriptionRow) =>
  `sub:${String(userId)}:${String(planId)}:${String(orderId ?? 'alone')}:${String(id)}`

const common = (
  row: SubscriptionRow,
  { customer }: MembershipPayer,
  price: string,
): Stripe.SubscriptionCreateParams => ({
  customer,
  items: [{ price }],
  payment_settings: { save_default_payment_method: 'on_subscription' },
  metadata: {
    subscription_id: String(row.id),
    user_id: String(row.userId),
    ...(row.orderId === null ? {} : { order_id: String(row.orderId) }),
  },
})

/** Records a failed start and plans the retry. The order was completed before and stays so. */
async function recordFailure(deps: ApiDeps, row: SubscriptionRow, failure: ProviderFailure): Promise<void> {
  const now = deps.clock.now()
  if (failure.kind !== 'declined') {
    deps.log.warn({ subscription: row.id, kind: failure.kind }, 'a membership could not be started yet')
    const minutes = failure.kind === 'refused' || failure.kind === 'key_reused' ? 60 : 2
    await updateStarting(deps, row, { nextTryAt: new Date(now.getTime() + minutes * MINUTE) })
    return
  }
  const refusals = row.tries + 1
  const nextTryAt = getNextStartAttempt(refusals, now)
  await updateStarting(
    deps,
    row,
    {
      tries: refusals,
      lastError: failure.message,
      nextTryAt: nextTryAt ?? null,
      ...(nextTryAt ? {} : { status: 'failed' as const, endedAt: now }),
    },
    nextTryAt ? (refusals === 1 ? 'membership_declined' : undefined) : 'membership_failed',
  )
}

/** Changes a membership that is still starting, unless another call has changed it meanwhile. */
async function updateStarting(
  deps: ApiDeps,
  row: SubscriptionRow,
  set: Partial<SubscriptionRow>,
  mail?: 'membership_declined' | 'membership_failed',
): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(subscriptions)
      .set({ ...set, busyUntil: null })
      .where(
        and(
          eq(subscriptions.id, row.id),
          eq(subscriptions.status, 'starting'),
          eq(subscriptions.tries, row.tries),
        ),
      )
      .returning({ id: subscriptions.id })
    if (!changed || !mail) return
    const { id: subjectId, brandId, email, userId } = row
    const eventKey = `${mail}:${String(subjectId)}`
    const about = { brandId, subjectId, userId }
    await queueMail(tx, { kind: mail, eventKey, ...about, to: email }, deps.clock.now(), deps)
  })
}
