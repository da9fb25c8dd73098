import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { memberPriceUses, subscriptions } from '../db/schema/memberships.ts'
import { sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type CardMethod } from '../store/payments/payment-attempts.ts'
import { getMembershipProblem } from './consent-refusal.ts'
import {
  findOpenPriceUse,
  hashMemberCard,
  lockPriceKeys,
  type MemberPriceBuyer,
  writeCardKey,
} from './member-price-uses.ts'

type PriceCheckTime = { now: Date; except: readonly number[] }

/**
 * Reserves the members' price for a buyer until the transaction ends; false when the same person
 * has used it meanwhile.
 */
export async function reserveMembersPrice(
  tx: Tx,
  taker: MemberPriceBuyer,
  { now, except }: PriceCheckTime,
): Promise<boolean> {
  await lockPriceKeys(tx, taker.emailKeys)
  return (await findOpenPriceUse(tx, taker, { now, except: { orderIds: except } })) === undefined
}

/**
 * Checks, before an order with the members' price is paid, that the buyer's other orders have not
 * used it since. Call it under the order's lock. Orders without the members' price always pass.
 */
export async function confirmMembersPrice(
  tx: Tx,
  order: OrderRow,
  now: Date,
): Promise<FieldErrors | undefined> {
  if (order.membershipPlanId === null) return undefined
  const [use] = await tx.select().from(memberPriceUses).where(eq(memberPriceUses.orderId, order.id))
  if (!use) return undefined
  const taker = { userId: order.userId, emailKeys: use.emailKey === null ? [] : [use.emailKey] }
  const held = await reserveMembersPrice(tx, taker, { now, except: [order.id] })
  return held ? undefined : { membership_plan_id: [getMembershipProblem('members_price_used')] }
}

const CARD_USED = {
  credit_card: [
    'This card had the members’ price before, for a membership that is not paid. Use another ' +
      'card, or untick the membership.',
  ],
}

/**
 * Before a card is charged for an order with the members' price: whether the same card has it
 * already for a membership that is not paid. The card is this order's from here on. Where the card
 * shows only after the payment, on the hosted page and in wallets, the order keeps its price.
 */
export async function refuseUsedCard(
  deps: ApiDeps,
  orderId: number,
  method: CardMethod,
): Promise<FieldErrors | undefined> {
  const { db } = deps.database
  const [use] = await db.select().from(memberPriceUses).where(eq(memberPriceUses.orderId, orderId))
  const fingerprint = use && (await readFingerprint(deps, method))
  if (!fingerprint) return undefined
  const cardKeys = hashMemberCard(deps.settings.secrets.code, fingerprint)
  return db.transaction(async (tx) => {
    await lockPriceKeys(tx, cardKeys)
    const taker = { userId: undefined, emailKeys: [], cardKeys }
    const when = { now: deps.clock.now(), except: { orderIds: [orderId] } }
    if ((await findOpenPriceUse(tx, taker, when)) !== undefined) return CARD_USED
    await writeCardKey(tx, orderId, cardKeys)
    return undefined
  })
}

/** Undefined for a card that the provider does not know; the payment reports that. */
async function readFingerprint({ stripe }: ApiDeps, method: CardMethod): Promise<string | undefined> {
  try {
    const read =
      method.kind === 'confirmation_token'
        ? (await stripe.confirmationTokens.retrieve(method.id)).payment_method_preview
        : await stripe.paymentMethods.retrieve(method.id)
    return read?.card?.fingerprint ?? undefined
  } catch (error) {
    if (readProviderFailure(error).kind === 'refused') return undefined
    throw error
  }
}

/**
 * Records, in the transaction that completes an order, that the membership its buyer agreed to has
 * to start. An account with a membership gets no second one. The payment provider is called
 * afterwards, so a failure there does not affect the order.
 */
export async function createPendingSubscription(
  tx: Tx,
  deps: Pick<ApiDeps, 'jobs'>,
  order: Pick<OrderRow, 'id' | 'userId' | 'brandId' | 'email' | 'sessionId'> & { membershipPlanId: number },
  now: Date,
): Promise<void> {
  const [session] = await tx
    .select({ scope: sessions.scope })
    .from(sessions)
    .where(eq(sessions.id, order.sessionId))
  const opened = await tx
    .insert(subscriptions)
    .values({
      planId: order.membershipPlanId,
      userId: order.userId,
      brandId: order.brandId,
      orderId: order.id,
      asGuest: session?.scope !== 'customer',
      email: order.email,
      status: 'starting',
      nextTryAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id })
  if (opened.length > 0) deps.jobs?.wake('memberships')
}
