import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { memberPriceUses } from '../db/schema/memberships.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { type CardMethod } from '../store/payments/payment-request.ts'
import { getMembershipProblem } from './consent-refusal.ts'
import {
  hashMemberCard,
  findOpenPriceUse,
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
  order: Pick<OrderRow, 'id' | 'membershipPlanId'>,
  method: CardMethod,
): Promise<FieldErrors | undefined> {
  if (order.membershipPlanId === null) return undefined
  const { db } = deps.database
  const [use] = await db.select().from(memberPriceUses).where(eq(memberPriceUses.orderId, order.id))
  const fingerprint = use && (await readFingerprint(deps, method))
  if (!fingerprint) return undefined
  const cardKey = hashMemberCard(deps.settings.secrets.code, fingerprint)
  return db.transaction(async (tx) => {
    await lockPriceKeys(tx, [cardKey])
    const taker = { userId: undefined, emailKeys: [], cardKey }
    const when = { now: deps.clock.now(), except: { orderIds: [order.id] } }
    if ((await findOpenPriceUse(tx, taker, when)) !== undefined) return CARD_USED
    await writeCardKey(tx, order.id, cardKey)
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
