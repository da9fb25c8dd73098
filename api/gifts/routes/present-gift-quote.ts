import { type GiftQuote } from '#contract/quote.ts'
import { toDollars } from '../../rules/money/money.ts'
import { findCreditObstacle } from '../../rules/pricing/credit-obstacle.ts'
import { findRedemptionFees, paidWithCard } from '../../rules/pricing/redemption-fees.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { presentRedemptionFees } from '../present-gift-card.ts'
import { presentPriceLine } from '../../catalogue/present-price-line.ts'
import { type PricedGifts } from '../quote-gift-cart.ts'

/** Priced gift cards as the API shows them, in dollars, with the result of their code. */
export function presentGiftQuote({ facts, cart, discount }: PricedGifts, priced: PricedCart): GiftQuote {
  return {
    product_id: facts.product.id,
    fare_id: facts.fare.id,
    unit: cart.unit,
    quantity: cart.quantity,
    unit_price: toDollars(priced.unitPriceCents),
    good_for_label: facts.goodFor.label,
    covers_all_fares: facts.goodFor.coversAllFares,
    waiting_fees: presentRedemptionFees(
      findRedemptionFees(facts.pricing, cart.unit, paidWithCard(facts.pricing)),
    ),
    lines: priced.lines.map(presentPriceLine),
    subtotal: toDollars(priced.subtotalCents),
    fees: toDollars(priced.feesCents),
    tax: toDollars(priced.taxCents),
    discount: toDollars(priced.discountCents),
    credits: toDollars(priced.creditsCents),
    total: toDollars(priced.totalCents),
    amount_due: priced.amountDueCents === null ? null : toDollars(priced.amountDueCents),
    currency: 'usd',
    discount_code: discount.appliedCode,
    credit_hidden: findCreditObstacle(facts.pricing, cart),
    tender_problem: null,
  }
}
