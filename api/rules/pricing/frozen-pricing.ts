import { priceGiftCart } from '../gifts/price-gift-cart.ts'
import { priceCart, type PricedCart } from './pricing.ts'
import { type Cart, type GiftCart, type PricingFacts, type Tenders } from './pricing-facts.ts'

/**
 * What the engine was given when an order was placed. The order keeps it as plain values, so that
 * its price can be calculated again with other tenders.
 */
export interface FrozenPricing {
  facts: PricingFacts
  /** The cart without tenders. */
  cart: Cart | GiftCart
}

/**
 * The price of an order as it was sold, paid with these tenders. The same tenders always give the
 * same cents.
 */
export function priceFrozen({ facts, cart }: FrozenPricing, tenders: Tenders = {}): PricedCart {
  if ('unit' in cart) return priceGiftCart(facts, { ...cart, ...withoutGifts(tenders) })
  return priceCart(facts, { ...cart, ...tenders })
}

/** Gift cards cannot pay for gift cards. */
const withoutGifts = ({ vouchers, creditCents }: Tenders) => ({ vouchers, creditCents })
