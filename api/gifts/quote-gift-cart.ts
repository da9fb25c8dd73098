import { type GiftQuoteFields } from '#contract/quote.ts'
import { type DbOrTx } from '../db/client.ts'
import { findGiftCartProblem, priceGiftCart, type PricedGiftCart } from '../rules/gifts/price-gift-cart.ts'
import { type GiftCart } from '../rules/pricing/pricing-facts.ts'
import { type JudgedDiscount, judgeDiscount } from '../pricing/choose-discount.ts'
import { type GiftFacts, loadGiftFacts } from './load-gift-facts.ts'

export interface PricedGifts {
  facts: GiftFacts
  cart: GiftCart
  priced: PricedGiftCart
  discount: JudgedDiscount
}
export interface QuotedGifts extends PricedGifts {
  ok: true
}
export type GiftQuoteResult =
  | QuotedGifts
  | {
      ok: false
      reason: 'brand_unknown' | 'not_giftable' | NonNullable<ReturnType<typeof findGiftCartProblem>>
    }

/**
 * Prices gift cards as an order would be priced now. An invalid code does not change the price and
 * is reported beside it.
 * @param ownSessionId codes reserved by this session do not count as used
 */
export async function quoteGiftCart(
  db: DbOrTx,
  wanted: Pick<GiftQuoteFields, 'brand_id' | 'fare_id' | 'quantity' | 'discount_code_code'>,
  { now, ownSessionId: sessionId }: { now: Date; ownSessionId?: string | undefined },
): Promise<GiftQuoteResult> {
  const { brand_id: brandId, fare_id: fareId, quantity, discount_code_code: typed } = wanted
  const loaded = await loadGiftFacts(db, { brandId, fareId, now })
  if (!loaded.ok) return loaded
  const { facts } = loaded
  const bare: GiftCart = { unit: facts.unit, quantity }
  const problem = findGiftCartProblem(facts.pricing, bare)
  if (problem) return { ok: false, reason: problem }
  const judged = { facts: { ...facts, departure: { tags: [] } }, quantityType: facts.unit }
  const discount = await judgeDiscount(db, typed, judged, { now, except: { sessionId } })
  const cart: GiftCart = { ...bare, discount: discount.terms }
  return { ok: true, facts, cart, priced: priceGiftCart(facts.pricing, cart), discount }
}
