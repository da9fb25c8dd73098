import { type Cart, type CartUpgrade, type UpgradeRule } from './pricing-facts.ts'

/**
 * Aircraft sold whole to a party: as many as it takes to seat everybody (spec section 9), on two
 * seats where needed. None when seats are sold.
 */
export const getFlightQuantity = (cart: Cart, capacity: number): number =>
  cart.quantityType === 'flight' ? Math.ceil((cart.quantity + (cart.secondSeats ?? 0)) / capacity) : 0

/**
 * How many of an upgrade are bought (spec section 9): -1 as many as were chosen, or one for each
 * passenger where nothing was; 0 one; otherwise one for every `goodForXPax` passengers begun. A
 * percent upgrade on whole flights is counted by aircraft, because its percent is of the aircraft's
 * price.
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
