import { isPrivateFlight } from './private-flight.ts'
import { type Cart, type GiftCart, type PricingFacts } from './pricing-facts.ts'
import { findDiscountInForce } from './discount-lines.ts'

/**
 * Orders keep the facts they were priced from. Older ones lack the field, so the product's name
 * decides too.
 */
export const hidesCredit = ({ name, creditHidden }: PricingFacts['product']): boolean =>
  creditHidden || isPrivateFlight(name)

/** The message that refuses a payment with credit. */
export const NO_CREDIT_HERE = 'Account credit cannot be used for this flight.'

/**
 * Why account credit cannot pay a cart: the product hides it, or a discount applies (spec section
 * 6). Null when it can.
 */
export function findCreditObstacle(
  facts: PricingFacts,
  cart: Pick<Cart | GiftCart, 'discount'>,
): 'product' | 'discount' | null {
  if (hidesCredit(facts.product)) return 'product'
  const discount = findDiscountInForce(facts, cart)
  return discount && !discount.keepsCredit ? 'discount' : null
}
