import {
  campaignSuffix,
  countOf,
  eachOf,
  feeLines,
  type Priced,
  type PricedLine,
  sumOf,
  taxLines,
} from '../pricing/price-lines.ts'
import { prorate } from '../money/money.ts'
import {
  discountLines,
  findQuantityProblem,
  type PricedCart,
  priceUnits,
  type QuantityProblem,
} from '../pricing/pricing.ts'
import { type GiftCart, type PricingFacts } from '../pricing/pricing-facts.ts'

export interface PricedGiftCart extends PricedCart {
  /** Fees paid with the cards, which are waived at redemption (`pending_fee_ids`). */
  chargedFeeIds: number[]
  /** The price paid for each card, without fees and tax. */
  paidCents: number[]
}

/** Gift cards to buy, at the present price of the seat or aircraft that they will pay. */
function giftCardLines(priced: Priced): PricedLine[] {
  const { facts, cart, unit, units } = priced
  const pays = cart.quantityType === 'seat' ? 'for one seat' : 'for one whole aircraft'
  return [
    {
      kind: 'gift_card',
      label: countOf(units, 'gift card', 'gift cards'),
      detail: `${eachOf(priced)}, ${pays}`,
      quantity: units,
      unitCents: unit.cents,
      amountCents: unit.cents * units,
      rule: `gift_purchase:${cart.quantityType}${campaignSuffix(facts)}`,
      subjectId: null,
    },
  ]
}

/** Gift cards have no upgrades and cost the price of their fare, whatever a departure costs. */
const steps = [giftCardLines, discountLines, feeLines, taxLines]

/**
 * Prices gift cards to buy: the fare's price of a seat or aircraft times the quantity, less a code,
 * plus the fees that do not wait for redemption. Vouchers and credit pay as they do for a flight.
 * @param cart must have passed `findGiftCartProblem`
 * @throws TypeError when the product is not sold that way
 */
export function priceGiftCart(facts: PricingFacts, cart: GiftCart): PricedGiftCart {
  const undated = withoutDeparture(facts)
  const { unit, quantity, ...rest } = cart
  const asCart = { ...rest, quantityType: unit, quantity, upgrades: [] }
  const priced = priceUnits(undated, asCart, quantity, steps)
  const paid = sumOf(priced.lines, 'gift_card', 'discount')
  return {
    ...priced,
    flightQuantity: 0,
    chargedFeeIds: undated.fees.map(({ id }) => id),
    paidCents: prorate(Array<number>(quantity).fill(1), Math.max(0, paid)),
  }
}

/** The facts without a departure: no departure price, and no fee that waits for redemption. */
const withoutDeparture = (facts: PricingFacts): PricingFacts => ({
  ...facts,
  departure: { seatPriceCents: null, flightPriceCents: null, tags: [] },
  fees: facts.fees.filter((fee) => !fee.postponed),
})

/** Why gift cards cannot be sold from these facts; undefined when they can. */
export const findGiftCartProblem = (facts: PricingFacts, cart: GiftCart): QuantityProblem | undefined =>
  findQuantityProblem(withoutDeparture(facts), cart.unit, cart.quantity)
