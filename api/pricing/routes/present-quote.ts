import { type AppliedCode } from '#contract/promotions.ts'
import { type Quote } from '#contract/quote.ts'
import { toDollars } from '../../rules/money/money.ts'
import { type Cart, type PricingFacts } from '../../rules/pricing/pricing-facts.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { findCreditObstacle } from '../../rules/pricing/credit-obstacle.ts'
import { presentPriceLine } from '../../catalogue/present-price-line.ts'

/** Where a priced cart flies. */
interface QuotedSlot {
  slot: { productId: number; departureId: number; departAt: Date }
  fare: { id: number } | null
  pricing: PricingFacts
}

/** A priced cart on the wire, in dollars, and how its code fared. */
export function presentQuote(
  { slot, fare, pricing }: QuotedSlot,
  cart: Cart,
  priced: PricedCart,
  code: AppliedCode | null,
): Quote {
  return {
    product_id: slot.productId,
    departure_id: slot.departureId,
    depart_at: slot.departAt.toISOString(),
    quantity_type: cart.quantityType,
    quantity: cart.quantity,
    flight_quantity: priced.flightQuantity,
    second_seats: cart.secondSeats ?? 0,
    fare_id: fare?.id ?? null,
    unit_price: toDollars(priced.unitPriceCents),
    lines: priced.lines.map(presentPriceLine),
    subtotal: toDollars(priced.subtotalCents),
    fees: toDollars(priced.feesCents),
    tax: toDollars(priced.taxCents),
    discount: toDollars(priced.discountCents),
    credits: toDollars(priced.creditsCents),
    total: toDollars(priced.totalCents),
    amount_due: priced.amountDueCents === null ? null : toDollars(priced.amountDueCents),
    currency: 'usd',
    discount_code: code,
    credit_hidden: findCreditObstacle(pricing, cart),
    tender_problem: null,
    membership: null,
  }
}
