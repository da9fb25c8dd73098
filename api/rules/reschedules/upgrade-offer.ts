import { type Cart, type UpgradeRule } from '../pricing/pricing-facts.ts'
import { getUpgradeQuantity } from '../pricing/upgrade-quantity.ts'

/** Of one upgrade whose number the shopper chooses, at once. */
export const MAX_UPGRADE_QUANTITY = 50

export interface UpgradeOffer<Rule extends UpgradeRule = UpgradeRule> {
  rule: Rule
  /** On the order, and not given back. */
  boughtQuantity: number
  /**
   * How many come with it; null where the shopper chooses. 0: all that this party can use is
   * bought.
   */
  adds: number | null
}

/**
 * What of an upgrade can be added to an order (spec section 9 says how many a party needs): one
 * whose number is chosen again and again, any other up to what the party needs, so once more after
 * it was given back.
 *
 * @param party those still flying
 */
export function offerUpgrade<Rule extends UpgradeRule>(
  rule: Rule,
  boughtQuantity: number,
  party: Pick<Cart, 'quantityType' | 'quantity'>,
  capacity: number,
): UpgradeOffer<Rule> {
  const cart: Cart = { ...party, upgrades: [] }
  if (rule.goodForXPax < 0 && !(rule.percentBps !== null && party.quantityType === 'flight')) {
    return { rule, boughtQuantity, adds: null }
  }
  const needed = getUpgradeQuantity(rule, { upgradeId: rule.id }, cart, capacity)
  return { rule, boughtQuantity, adds: Math.max(0, needed - boughtQuantity) }
}
