import { priceGiftCart } from '../gifts/price-gift-cart.ts'
import { priceCart, type PricedCart } from './pricing.ts'
import { type Cart, type GiftCart, type PricingFacts, type Tenders } from './pricing-facts.ts'

/**
 * What the engine was told when an order was placed. Plain values: kept on the order, so that the
 * price it was sold at can be reckoned again with what pays for it.
 */
export interface FrozenPricing {
  facts: PricingFacts
  /** Without tenders. */
  cart: Cart | GiftCart
}

/**
 * The price of an order as it was sold, with these tenders paying; the same tenders give the same
 * cents for ever.
 */
export function priceFrozen({ facts, cart }: FrozenPricing, tenders: Tenders = {}): PricedCart {
  if ('unit' in cart) return priceGiftCart(facts, { ...cart, ...withoutGifts(tenders) })
  return priceCart(facts, { ...cart, ...tenders })
}

/** Gift cards cannot be bought with gift cards. */
const withoutGifts = ({ vouchers, creditCents }: Tenders) => ({ vouchers, creditCents })
