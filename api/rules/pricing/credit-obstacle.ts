import { isPrivateFlight } from './private-flight.ts'
import { type Cart, type GiftCart, type PricingFacts } from './pricing-facts.ts'
import { findDiscountInForce } from './discount-lines.ts'

/**
 * Orders keep the facts they were priced from: one placed before the name decided is judged by its
 * name too.
 */
export const hidesCredit = ({ name, creditHidden }: PricingFacts['product']): boolean =>
  creditHidden || isPrivateFlight(name)

/** What a payment with credit is refused with. */
export const NO_CREDIT_HERE = 'Account credit cannot be used for this flight.'

/**
 * Why account credit does not pay a cart, or null when it can: products that hide it, a discount
 * (spec section 6).
 */
export function findCreditObstacle(
  facts: PricingFacts,
  cart: Pick<Cart | GiftCart, 'discount'>,
): 'product' | 'discount' | null {
  if (hidesCredit(facts.product)) return 'product'
  const discount = findDiscountInForce(facts, cart)
  return discount && !discount.keepsCredit ? 'discount' : null
}
