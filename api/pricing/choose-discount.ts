import { and, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { type QuoteMembership } from '#contract/membership.ts'
import { type AppliedCode } from '#contract/promotions.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { prizes } from '../db/schema/promotions.ts'
import { type ConsentRefusal, type RefusedConsent } from '../memberships/consent-refusal.ts'
import {
  findCurrentSubscription,
  findMembersPlan,
  findSoldPlan,
  type PlanWithCode,
} from '../memberships/find-plan.ts'
import { findOpenPriceUse, type MemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { getMembershipCharge } from '../memberships/membership-charge.ts'
import {
  type DiscountUse,
  findDiscountRefusal,
  getDiscountRefusalText,
} from '../rules/pricing/discount-refusal.ts'
import { explainDiscountRefusal } from '../rules/pricing/explain-discount-refusal.ts'
import { type Cart, type DiscountTerms, type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { priceCart } from '../rules/pricing/pricing.ts'
import { findDiscount, type FoundDiscount, isStillPayable, type OwnUses } from '../store/find-discount.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type CartFacts } from './load-cart-facts.ts'

/** The buyer, as far as the members' price depends on it. */
export interface MembershipBuyer {
  /** Undefined for a buyer whose account is created with the order. */
  userId: number | undefined
  /** A guest's e-mail proves nothing, so it gives nobody's members' price. */
  guest: boolean
  /** Who they are as far as the price by consent is given once. */
  taker: MemberPriceBuyer
}

/** What the buyer asks for, and who they are; a visitor is nobody yet. */
interface DiscountInput {
  typed: string | null | undefined
  /** The plan whose consent box is ticked. */
  planId: number | null | undefined
  buyer: MembershipBuyer | undefined
  /** Staff set the price: nothing that lowers it applies. */
  hasStaffPrice: boolean
}

export type ChosenDiscount =
  | {
      ok: true
      discount: JudgedDiscount
      membership: QuoteMembership | null
      /** The plan that starts once the order is completed. */
      consentPlanId: number | null
      /** Consent gives this price: once, until a first invoice was paid. */
      byConsent: boolean
      /**
       * A valid code that another discount replaces: the quote says so, and the order is not
       * refused.
       */
      isSuperseded: boolean
    }
  | ({ ok: false } & RefusedConsent)

const NO_CODE_BESIDE = 'A code does not go with another price. Please take one of the two out.'

/** Members fly at the price that staff set for them, and a code is refused beside it. */
function chooseNothing(typed: string | null | undefined): ChosenDiscount {
  const code = typed?.trim()
  const appliedCode = code ? { code, applied: false, message: NO_CODE_BESIDE, reason: null } : null
  return {
    ok: true,
    discount: { terms: null, appliedCode, unknown: false },
    ...{ membership: null, consentPlanId: null, byConsent: false, isSuperseded: false },
  }
}

/**
 * The one discount of a cart. Consent to a membership applies the plan's internal code and nothing
 * else: a typed code stands aside. An account's membership applies by itself unless a typed code
 * takes more off. Rule: domain section 12, spec section 4, decision on memberships.
 */
export async function chooseDiscount(
  db: DbOrTx,
  asked: DiscountInput,
  { facts, cart }: { facts: CartFacts; cart: Cart },
  when: { now: Date; except: OwnUses },
): Promise<ChosenDiscount> {
  if (asked.hasStaffPrice) return chooseNothing(asked.typed)
  const flight = { facts, quantityType: cart.quantityType }
  const typed = await judgeDiscount(db, asked.typed, flight, when)
  const plain = {
    ...{ ok: true as const, discount: typed, membership: null },
    ...{ consentPlanId: null, byConsent: false, isSuperseded: false },
  }
  const found = await findApplying(db, asked, facts.brandId, when)
  if (!found.ok) return found
  const { chosen, own } = found
  if (!chosen) return plain
  const members = await judgeDiscount(db, chosen.code, flight, when, true)
  const membership = {
    by: own ? ('member' as const) : ('consent' as const),
    plan_id: chosen.plan.id,
    plan_name: chosen.plan.name,
    charge: own ? null : getMembershipCharge(chosen.plan),
  }
  const consentPlanId = own ? null : chosen.plan.id
  if (!members.terms) {
    const message = `The ${chosen.plan.name} price does not hold for this flight.`
    return { ...plain, membership: { ...membership, applied: false, message }, consentPlanId }
  }
  const totalWith = (terms: JudgedDiscount['terms']) =>
    priceCart(facts.pricing, { ...cart, discount: terms }).totalCents
  if (own && typed.terms && totalWith(typed.terms) < totalWith(members.terms)) {
    const message = `${typed.terms.code} takes more off than your ${chosen.plan.name} price, so it stands.`
    return { ...plain, membership: { ...membership, applied: false, message } }
  }
  const told = typed.terms ? isSupersededByConsent(typed.terms.code, chosen, own) : typed.appliedCode
  return {
    ok: true,
    // The label is the plan's name, because nobody may read the code itself.
    discount: {
      terms: { ...members.terms, code: chosen.plan.name, keepsCredit: own },
      appliedCode: told,
      unknown: typed.unknown,
    },
    membership: { ...membership, applied: true, message: typed.terms ? (told?.message ?? null) : null },
    consentPlanId,
    byConsent: !own,
    isSuperseded: typed.terms !== null,
  }
}

type Applying =
  { ok: true; chosen: PlanWithCode | undefined; own: boolean } | ({ ok: false } & RefusedConsent)

/**
 * The plan whose price bears on the cart: the one the account has (`own`), else the one that is
 * agreed to.
 */
async function findApplying(
  db: DbOrTx,
  { planId, buyer }: Pick<DiscountInput, 'planId' | 'buyer'>,
  brandId: number,
  { now, except }: { now: Date; except: OwnUses },
): Promise<Applying> {
  const userId = buyer?.userId
  const own =
    userId === undefined || buyer?.guest ? undefined : await findMembersPlan(db, { userId, brandId, now })
  if (own) return { ok: true, chosen: own, own: true }
  if (!planId) return { ok: true, chosen: undefined, own: false }
  const wanted = await findSoldPlan(db, planId, brandId)
  if (!wanted) return { ok: false, reason: 'plan_unknown' }
  const refuse = (reason: ConsentRefusal): Applying => ({ ok: false, reason, plan: wanted.plan })
  if (!buyer) return { ok: true, chosen: wanted, own: false }
  // One that is not paid yet lowers no price, and gets no second beside it.
  const standing = userId === undefined ? undefined : await findCurrentSubscription(db, userId, planId)
  if (standing && buyer.guest) return refuse('member_must_log_in')
  if (standing) return refuse(standing.hidden ? 'member_must_prove' : 'membership_unpaid')
  const used = await findOpenPriceUse(db, buyer.taker, { now, except })
  return used === undefined ? { ok: true, chosen: wanted, own: false } : refuse('members_price_used')
}

function isSupersededByConsent(
  code: string,
  { plan }: PlanWithCode,
  isMember: boolean,
): JudgedDiscount['appliedCode'] {
  const message = isMember
    ? `Your ${plan.name} price takes as much off as ${code} or more, so it stands.`
    : `One price at a time: the ${plan.name} price stands in for ${code}.`
  const reason =
    `Codes and the ${plan.name} price are not joined. ` +
    `${isMember ? 'The better one counts.' : 'Untick the membership to use the code.'}`
  return { code, applied: false, message, reason }
}

/** What a code looks at; gift cards have no departure, so no tags of one. */
type DiscountFacts = Pick<CartFacts, 'brandId' | 'pricing'> & {
  product: Pick<CartFacts['product'], 'id' | 'tagList'>
  departure: { tags: readonly string[] }
}

export interface JudgedDiscount {
  /** What the engine takes; null when no code was given or it does not hold. */
  terms: DiscountTerms | null
  /** The message for the shopper; null when no code was given. */
  appliedCode: AppliedCode | null
  /** True if there is no such code; a caller who tries many of these is guessing. */
  unknown: boolean
}

/**
 * Finds a typed code and says whether it holds for a flight, or for gift cards to buy. Spaces
 * around it and the case of its letters do not matter; an empty one is none. One query.
 *
 * @param except whose own uses of a limited code do not count against it
 * @param byShop the shop itself applies it, as for members
 */
export async function judgeDiscount(
  db: DbOrTx,
  typed: string | null | undefined,
  cart: { facts: DiscountFacts; quantityType: QuantityType },
  { now, except }: { now: Date; except: OwnUses },
  byShop = false,
): Promise<JudgedDiscount> {
  if (!typed?.trim()) return { terms: null, appliedCode: null, unknown: false }
  const found = await findDiscount(db, typed ?? '', { now, except })
  const refusal = findDiscountRefusal(found, { ...toDiscountUse(cart, found, now), byShop })
  if (found && !refusal) {
    const { code } = found.code
    return {
      terms: termsOf(found),
      appliedCode: { code, applied: true, message: null, reason: null },
      unknown: false,
    }
  }
  const unknown = refusal === 'unknown' || refusal === 'internal'
  const code = unknown ? (typed ?? '').trim() : (found?.code.code ?? '')
  const why = refusal ?? 'unknown'
  const message = getDiscountRefusalText(why, code)
  return {
    terms: null,
    appliedCode: { code, applied: false, message, reason: explainDiscountRefusal(why) },
    unknown,
  }
}

function toDiscountUse(
  { facts, quantityType }: { facts: DiscountFacts; quantityType: QuantityType },
  found: FoundDiscount | undefined,
  now: Date,
): DiscountUse {
  return {
    now,
    uses: found?.uses ?? 0,
    brandId: facts.brandId,
    productId: facts.product.id,
    quantityType,
    productTags: facts.product.tagList,
    departureTags: facts.departure.tags,
    campaignBps: facts.pricing.campaignBps,
  }
}

const termsOf = ({ code, discount }: FoundDiscount): DiscountTerms => ({
  id: code.id,
  code: code.code,
  label: discount.invoiceDescription,
  amountCents: discount.amountCents,
  percentBps: discount.percentBps,
  stackable: code.stackable,
})

interface Prize {
  id: number
  upgradeId: number
}

/**
 * The prize that a shopper can use for one of the chosen upgrades: their own, unused, and in no
 * other active order.
 * @param wanted finds no prize without a `userId`, because a guest has proven nothing
 * @param sessionId an unpaid order of this session may have reserved it already
 */
export async function findPrize(
  db: DbOrTx,
  wanted: { prizeId: number | null | undefined; userId: number | undefined; upgradeIds: readonly number[] },
  { now, sessionId }: { now: Date; sessionId?: string | undefined },
): Promise<Prize | undefined> {
  const { prizeId, userId, upgradeIds } = wanted
  if (!prizeId || userId === undefined || upgradeIds.length === 0) return undefined
  const [found] = await db
    .select({ id: prizes.id, upgradeId: prizes.upgradeId })
    .from(prizes)
    .where(
      and(
        eq(prizes.id, prizeId),
        eq(prizes.userId, userId),
        inArray(prizes.upgradeId, [...upgradeIds]),
        isNull(prizes.usedAt),
        notExists(findPayablePrizeOrder(db, now, sessionId)),
      ),
    )
  return found
}

/**
 * Takes a prize for an order that is being placed, or says that it has gone to another meanwhile.
 */
export async function reservePrize(
  tx: Tx,
  prizeId: number,
  { now, except }: { now: Date; except: readonly number[] },
): Promise<boolean> {
  const [prize] = await tx
    .select({ orderId: prizes.orderId, usedAt: prizes.usedAt })
    .from(prizes)
    .where(eq(prizes.id, prizeId))
    .for('update')
  if (!prize || prize.usedAt) return false
  if (prize.orderId === null || except.includes(prize.orderId)) return true
  const [alive] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, prize.orderId), isStillPayable(tx, now)))
  return alive === undefined
}

/** Makes sure that an order's prize is still its own, or takes it again where nobody has it. */
export async function confirmPrize(tx: Tx, order: OrderRow, upgradeId: number): Promise<boolean> {
  const [prize] = await tx
    .select({ id: prizes.id })
    .from(prizes)
    .where(
      and(
        eq(prizes.userId, order.userId),
        eq(prizes.upgradeId, upgradeId),
        isNull(prizes.usedAt),
        or(eq(prizes.orderId, order.id), isNull(prizes.orderId)),
      ),
    )
    .orderBy(sql`${prizes.orderId} nulls last`)
    .limit(1)
    .for('update')
  if (!prize) return false
  await tx.update(prizes).set({ orderId: order.id }).where(eq(prizes.id, prize.id))
  return true
}

/** The order that a prize is in, as long as it may still be paid and is another session's. */
export const findPayablePrizeOrder = (db: DbOrTx, now: Date, sessionId: string | undefined) =>
  db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.id, prizes.orderId),
        isStillPayable(db, now),
        sessionId === undefined ? undefined : ne(orders.sessionId, sessionId),
      ),
    )
