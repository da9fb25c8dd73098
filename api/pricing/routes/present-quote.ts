import { type AppliedCode } from '#contract/promotions.ts'
import { type Quote } from '#contract/quote.ts'
import { toDollars } from '../../rules/money/money.ts'
import { findCreditObstacle } from '../../rules/pricing/credit-obstacle.ts'
import { type FrozenPricing } from '../../rules/pricing/frozen-pricing.ts'
import { type Cart, type PricingFacts } from '../../rules/pricing/pricing-facts.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { presentPriceLine } from '../../catalogue/present-price-line.ts'

/** A priced flight: the place of its slot, and its cart. */
interface PresentedFlight {
  facts: {
    slot: { productId: number; departureId: number; departAt: Date }
    fare: { id: number } | null
    pricing: PricingFacts
  }
  cart: Cart
  membership?: Quote['membership']
}

/** A priced flight on the wire, in dollars, and how its code fared. */
export function presentQuote(
  { facts, cart, membership = null }: PresentedFlight,
  priced: PricedCart,
  code: AppliedCode | null,
): Quote {
  const { slot, fare, pricing } = facts
  return {
    product_id: slot.productId,
    departure_id: slot.departureId,
    depart_at: slot.departAt.toISOString(),
    quantity_type: cart.quantityType,
    quantity: cart.quantity,
    flight_quantity: priced.flightQuantity,
    second_seats: cart.secondSeats ?? 0,
    fare_id: fare?.id ?? null,
    ...presentPrice({ facts: pricing, cart }, priced, code),
    membership,
  }
}

/** What every quote says of its price, whatever it is for. */
export const presentPrice = (
  { facts, cart }: FrozenPricing,
  priced: PricedCart,
  code: AppliedCode | null,
) => ({
  unit_price: toDollars(priced.unitPriceCents),
  lines: priced.lines.map(presentPriceLine),
  subtotal: toDollars(priced.subtotalCents),
  fees: toDollars(priced.feesCents),
  tax: toDollars(priced.taxCents),
  discount: toDollars(priced.discountCents),
  credits: toDollars(priced.creditsCents),
  total: toDollars(priced.totalCents),
  amount_due: priced.amountDueCents === null ? null : toDollars(priced.amountDueCents),
  currency: 'usd' as const,
  discount_code: code,
  credit_hidden: findCreditObstacle(facts, cart),
  tender_problem: null,
})
