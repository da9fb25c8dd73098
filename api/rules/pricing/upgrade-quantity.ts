import { type Cart, type CartUpgrade, type UpgradeRule } from './pricing-facts.ts'

/**
 * The number of whole aircraft that seat a party (spec section 9), including second seats; none
 * when seats are sold.
 */
export const getFlightQuantity = (cart: Cart, capacity: number): number =>
  cart.quantityType === 'flight' ? Math.ceil((cart.quantity + (cart.secondSeats ?? 0)) / capacity) : 0

/**
 * The quantity of an upgrade (spec section 9): -1 is the chosen number, or one per passenger where
 * none is chosen; 0 is one; otherwise one per `goodForXPax` passengers or part of it. A percentage
 * upgrade on whole flights counts by aircraft, because its percentage is of the aircraft's price.
 */
export function getUpgradeQuantity(
  upgrade: UpgradeRule,
  chosen: CartUpgrade,
  cart: Cart,
  capacity: number,
): number {
  const byAircraft = upgrade.percentBps !== null && cart.quantityType === 'flight'
  const party = byAircraft ? getFlightQuantity(cart, capacity) : cart.quantity
  if (upgrade.goodForXPax === 0) return 1
  if (upgrade.goodForXPax < 0) return byAircraft ? party : (chosen.quantity ?? party)
  return Math.ceil(party / upgrade.goodForXPax)
}
