import {
  feeLines,
  flightLines,
  type Priced,
  type PricedLine,
  sumOf,
  taxLines,
  upgradeLines,
} from './price-lines.ts'
import { type Cart, type PricingFacts } from './pricing-facts.ts'
import { findUnitPrice } from './unit-price.ts'
import { getFlightQuantity } from './upgrade-quantity.ts'

export interface PricedCart {
  lines: PricedLine[]
  flightQuantity: number
  /** List price of one seat or aircraft. */
  unitPriceCents: number
  /** Seats or aircraft, and upgrades. */
  subtotalCents: number
  feesCents: number
  taxCents: number
  /** What codes and vouchers take off; not negative. */
  discountCents: number
  /** Account credit used; not negative. No line: it pays, it does not lower the total. */
  creditsCents: number
  /** Sum of the lines. */
  totalCents: number
  /** Null when nothing is left to pay (spec section 9). */
  amountDueCents: number | null
}

/**
 * The order of the steps is the rule (docs/pricing.md). Each sees the lines before it and adds its own. A campaign
 * belongs into the unit price; gift codes, discount codes and vouchers between upgrades and fees, in this order;
 * account credit after the total.
 */
const steps: readonly ((priced: Priced) => PricedLine[])[] = [flightLines, upgradeLines, feeLines, taxLines]

/**
 * Prices a cart. The same facts and cart give the same cents, whoever asks.
 *
 * @param cart must have passed `findCartProblem`
 * @throws TypeError when the product is not sold that way or an upgrade is not the product's
 */
export function priceCart(facts: PricingFacts, cart: Cart): PricedCart {
  const unit = findUnitPrice(facts, cart.quantityType)
  if (!unit) throw new TypeError(`${facts.product.name} is not sold by the ${cart.quantityType}`)
  const flightQuantity = getFlightQuantity(cart, facts.capacity)
  const base = { facts, cart, unitCents: unit.cents, units: flightQuantity || cart.quantity }
  const lines = steps.reduce<PricedLine[]>(
    (before, step) => [...before, ...step({ ...base, lines: before })],
    [],
  )
  const totalCents = sumOf(lines)
  const creditsCents = 0
  const amountDueCents = totalCents - creditsCents
  return {
    lines,
    flightQuantity,
    unitPriceCents: unit.cents,
    subtotalCents: sumOf(lines, 'seat', 'flight', 'upgrade'),
    feesCents: sumOf(lines, 'fee'),
    taxCents: sumOf(lines, 'tax'),
    discountCents: Math.abs(sumOf(lines, 'gift', 'discount', 'voucher')),
    creditsCents,
    totalCents,
    amountDueCents: amountDueCents > 0 ? amountDueCents : null,
  }
}
