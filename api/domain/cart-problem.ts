import { type Cart, type PricingFacts } from './pricing-facts.ts'
import { findUnitPrice } from './unit-price.ts'

export type CartProblem =
  'quantity_missing' | 'not_sold_by_seat' | 'not_sold_whole' | 'upgrade_unknown' | 'upgrade_twice'

/** Why a cart cannot be priced from these facts, or undefined when it can. Whether the seats are free is another question. */
export function findCartProblem(facts: PricingFacts, cart: Cart): CartProblem | undefined {
  if (!Number.isInteger(cart.quantity) || cart.quantity < 1) return 'quantity_missing'
  if (!findUnitPrice(facts, cart.quantityType)) {
    return cart.quantityType === 'seat' ? 'not_sold_by_seat' : 'not_sold_whole'
  }
  const ids = cart.upgrades.map((upgrade) => upgrade.upgradeId)
  if (new Set(ids).size < ids.length) return 'upgrade_twice'
  if (ids.some((id) => !facts.upgrades.some((upgrade) => upgrade.id === id))) return 'upgrade_unknown'
  return undefined
}
