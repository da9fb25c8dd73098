import { type FrozenPricing } from './frozen-pricing.ts'
import { type PricedCart } from './pricing.ts'

/** A price that staff set for each seat or aircraft in place of the list price, in cents. */
export interface StaffPriceTerms {
  unitCents: number
  listCents: number
  /** Seats with second seats, or whole aircraft. */
  units: number
  /** What it takes off the list price of all units; 0 where it is not lower. */
  givenCents: number
}

/** The terms of a cart that staff have set a price for; undefined for any other. */
export function findStaffPrice(
  cart: FrozenPricing['cart'],
  { lines, unitPriceCents: unitCents, listPriceCents: listCents }: PricedCart,
): StaffPriceTerms | undefined {
  if ('unit' in cart || cart.staffPriceCents === undefined) return undefined
  const units = lines.reduce(
    (sum, { kind, quantity }) => (kind === cart.quantityType ? sum + quantity : sum),
    0,
  )
  return { unitCents, listCents, units, givenCents: Math.max(0, listCents - unitCents) * units }
}
