import { type Cart, type GiftCart, type PricingFacts } from './pricing-facts.ts'
import { findDiscountInForce } from './reduction-lines.ts'

/** Why account credit does not pay a cart, or null when it can: products that hide it, a discount (spec section 6). */
export function findCreditObstacle(
  facts: PricingFacts,
  cart: Pick<Cart | GiftCart, 'discount'>,
): 'product' | 'discount' | null {
  if (facts.product.creditHidden) return 'product'
  const discount = findDiscountInForce(facts, cart)
  return discount && !discount.keepsCredit ? 'discount' : null
}
