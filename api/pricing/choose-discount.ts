import { type QuoteMembership } from '#contract/membership.ts'
import { type DbOrTx } from '../db/client.ts'
import { priceCart } from '../rules/pricing/pricing.ts'
import { type Cart } from '../rules/pricing/pricing-facts.ts'
import {
  findMembersPlan,
  findSoldPlan,
  findCurrentSubscription,
  type PlanWithCode,
} from '../memberships/find-plan.ts'
import { getMembershipCharge } from '../memberships/membership-charge.ts'
import { findOpenPriceUse, type MemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { type CartFacts } from './load-cart-facts.ts'
import { judgeDiscount, type JudgedDiscount } from './check-discount.ts'
import { type OwnUses } from '../store/find-discount.ts'
import { type ConsentRefusal, type RefusedConsent } from '../memberships/consent-refusal.ts'

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
export interface DiscountInput {
  typed: string | null | undefined
  /** The plan whose consent box is ticked. */
  planId: number | null | undefined
  buyer: MembershipBuyer | undefined
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
  { planId, buyer }: DiscountInput,
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
