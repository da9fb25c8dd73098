import { type Cart, type UpgradeRule } from '../pricing/pricing-facts.ts'
import { getUpgradeQuantity } from '../pricing/price-lines.ts'

/** The most units of one upgrade, when the shopper chooses the quantity. */
export const MAX_UPGRADE_QUANTITY = 50

export interface UpgradeOffer<Rule extends UpgradeRule = UpgradeRule> {
  rule: Rule
  /** The units on the order that were not refunded. */
  boughtQuantity: number
  /**
   * How many units an addition brings; null where the shopper chooses. 0 means that the party
   * already has all it can use.
   */
  adds: number | null
}

/**
 * What of an upgrade can be added to an order (spec section 9 says how many a party needs). An
 * upgrade with a chosen quantity can be added again and again, any other up to what the party
 * needs, also again after a refund.
 * @param party the passengers still flying
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
