import { feeLines, taxLines } from './fee-lines.ts'
import {
  flightLines,
  type Priced,
  type PricedLine,
  secondSeatLines,
  sumOf,
  upgradeLines,
} from './price-lines.ts'
import { type Cart, type PricingFacts } from './pricing-facts.ts'
import { discountLines, findPayingGifts, giftLines, prizeLines } from './discount-lines.ts'
import { type PaidByTenders, payRemainder } from './settle-remainder.ts'
import { findUnitPrice } from './unit-price.ts'
import { getFlightQuantity } from './upgrade-quantity.ts'

export interface PricedCart {
  lines: PricedLine[]
  flightQuantity: number
  /** The price of one seat or aircraft, with the running campaign. */
  unitPriceCents: number
  /** The price without a campaign. */
  listPriceCents: number
  /** The sum of seats, aircraft or gift cards to buy, and upgrades. */
  subtotalCents: number
  feesCents: number
  taxCents: number
  /** What prize, gift cards, codes and vouchers take off; not negative. */
  discountCents: number
  /**
   * The account credit used; not negative. It pays and does not lower the total, so it is no line.
   */
  creditsCents: number
  /** Sum of the lines. */
  totalCents: number
  /** What gift cards, vouchers, credit and card pay together. */
  totalBeforeTendersCents: number
  tenders: PaidByTenders
  /**
   * What is left for a card: null when nothing is (spec section 9), otherwise at least the minimum
   * charge.
   */
  amountDueCents: number | null
}

type Step = (priced: Priced) => PricedLine[]

/**
 * The order of the steps is the rule (docs/pricing.md). Each step sees the lines before it and adds
 * its own.
 */
const steps: readonly Step[] = [
  flightLines,
  secondSeatLines,
  upgradeLines,
  prizeLines,
  giftLines,
  discountLines,
  feeLines,
  taxLines,
]

/**
 * Prices a cart. The same facts and cart give the same cents, whoever asks.
 *
 * @param cart must have passed `findCartProblem`, its code `findDiscountRefusal`; gift cards that
 *   cannot pay a unit of it pay nothing
 * @throws TypeError when the product is not sold that way or an upgrade is not the product's
 */
export function priceCart(facts: PricingFacts, cart: Cart): PricedCart {
  const flightQuantity = getFlightQuantity(cart, facts.capacity)
  return { ...priceUnits(facts, cart, flightQuantity || cart.quantity, steps), flightQuantity }
}

/** Runs the steps for some seats, aircraft or gift cards, then lets the tenders pay. */
export function priceUnits(
  facts: PricingFacts,
  cart: Cart,
  units: number,
  inOrder: readonly Step[],
): Omit<PricedCart, 'flightQuantity'> {
  const unit = findUnitPrice(facts, cart.quantityType)
  if (!unit) throw new TypeError(`${facts.product.name} is not sold by the ${cart.quantityType}`)
  const gifts = unit.cents > 0 ? findPayingGifts(cart, units) : []
  const base = { facts, cart, unit, units, gifts }
  const unpaid = inOrder.reduce<PricedLine[]>(
    (before, step) => [...before, ...step({ ...base, lines: before })],
    [],
  )
  const settled = payRemainder({ ...base, lines: unpaid })
  const sums = sumLines([...unpaid, ...settled.lines], settled.tenders)
  return { ...sums, unitPriceCents: unit.cents, listPriceCents: unit.listCents }
}

function sumLines(lines: PricedLine[], tenders: PaidByTenders) {
  const totalCents = sumOf(lines)
  const amountDueCents = totalCents - tenders.creditCents
  return {
    lines,
    subtotalCents: sumOf(lines, 'seat', 'flight', 'gift_card', 'upgrade', 'difference'),
    feesCents: sumOf(lines, 'fee', 'reschedule_fee'),
    taxCents: sumOf(lines, 'tax'),
    discountCents: Math.abs(sumOf(lines, 'gift', 'discount', 'voucher')),
    creditsCents: tenders.creditCents,
    totalCents,
    totalBeforeTendersCents: totalCents - sumOf(lines, 'gift', 'voucher'),
    tenders,
    amountDueCents: amountDueCents > 0 ? amountDueCents : null,
  }
}
