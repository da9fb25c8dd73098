import { type AppliedCode } from '#contract/promotions.ts'
import { type GiftQuote } from '#contract/quote.ts'
import { findRedemptionFees, paidWithCard } from '../../rules/pricing/redemption-fees.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { presentPrice } from '../../pricing/quote-cart.ts'
import { presentRedemptionFees } from '../present-gift-card.ts'
import { type PricedGifts } from '../quote-gift-cart.ts'

/** Priced gift cards as the API shows them, in dollars, with the result of their code. */
export function presentGiftQuote(
  { facts, cart }: Pick<PricedGifts, 'facts' | 'cart'>,
  priced: PricedCart,
  code: AppliedCode | null,
): GiftQuote {
  const { product, fare, goodFor, pricing } = facts
  return {
    product_id: product.id,
    fare_id: fare.id,
    unit: cart.unit,
    quantity: cart.quantity,
    good_for_label: goodFor.label,
    covers_all_fares: goodFor.coversAllFares,
    waiting_fees: presentRedemptionFees(findRedemptionFees(pricing, cart.unit, paidWithCard(pricing))),
    ...presentPrice({ facts: pricing, cart }, priced, code),
  }
}
