import { type Cart, type PricingFacts } from './pricing-facts.ts'

/** What the engine was told when an order was placed. Plain values: kept on the order, so that the price it was sold at can be reckoned again with what pays for it. */
export interface FrozenPricing {
  facts: PricingFacts
  cart: Cart
}
