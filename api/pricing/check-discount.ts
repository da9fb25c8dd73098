import { type AppliedCode } from '#contract/promotions.ts'
import { type DbOrTx } from '../db/client.ts'
import {
  type DiscountUse,
  findDiscountRefusal,
  getDiscountRefusalText,
} from '../rules/pricing/discount-refusal.ts'
import { explainDiscountRefusal } from '../rules/pricing/explain-discount-refusal.ts'
import { type DiscountTerms, type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { findDiscount, type FoundDiscount, normalCode, type OwnUses } from '../store/find-discount.ts'
import { type CartFacts } from './load-cart-facts.ts'

/** What a code looks at; gift cards have no departure, so no tags of one. */
export type DiscountFacts = Pick<CartFacts, 'brandId' | 'pricing'> & {
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
  if (normalCode(typed) === '') return { terms: null, appliedCode: null, unknown: false }
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
