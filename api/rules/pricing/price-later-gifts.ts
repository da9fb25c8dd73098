import { formatDollars } from '../money/money.ts'
import { type FrozenPricing, priceFrozen } from './frozen-pricing.ts'
import { MINIMUM_CHARGE_CENTS, type PricedCart } from './pricing.ts'
import { type GiftCardTender, type Tenders } from './pricing-facts.ts'

/** What paid an order until now, as it was sold. */
export interface PaidUntilNow {
  tenders: Required<Tenders>
  /** The money. */
  paidCents: number
  dueCents: number
  totalCents: number
}

export type LaterGifts = { ok: true; priced: PricedCart; dueCents: number } | { ok: false; why: string }

/** Its price is no longer that of its sale. */
export const NOT_AS_SOLD =
  'This order was changed or partly refunded since its sale, so no gift card can pay for it any more'

/**
 * The price of an order paid in parts with further gift cards, as if they had paid with its first part:
 * each pays one whole seat or aircraft as it was sold. What paid until now must pay exactly as much
 * beside them, and what is left must be nothing or enough for a card.
 */
export function priceLaterGifts(
  pricing: FrozenPricing,
  { tenders, paidCents, dueCents, totalCents }: PaidUntilNow,
  gifts: readonly GiftCardTender[],
): LaterGifts {
  const sold = priceFrozen(pricing, tenders)
  if (sold.totalCents !== totalCents || sold.totalCents - sold.creditsCents - paidCents !== dueCents)
    return { ok: false, why: NOT_AS_SOLD }
  const priced = priceFrozen(pricing, { ...tenders, giftCards: [...tenders.giftCards, ...gifts] })
  const leftCents = priced.totalCents - priced.creditsCents - paidCents
  const paysAsBefore = JSON.stringify(besideGifts(priced)) === JSON.stringify(besideGifts(sold))
  if (leftCents < 0 || leftCents >= dueCents || !paysAsBefore)
    return {
      ok: false,
      why: `A gift card pays a whole seat, and only ${formatDollars(dueCents)} are left to pay`,
    }
  if (leftCents > 0 && leftCents < MINIMUM_CHARGE_CENTS)
    return { ok: false, why: `This leaves ${formatDollars(leftCents)}, which no card can pay` }
  return { ok: true, priced, dueCents: leftCents }
}

const besideGifts = ({ tenders: { vouchers, creditCents } }: PricedCart) => [
  vouchers.map(({ id, amountCents }) => [id, amountCents]),
  creditCents,
]
