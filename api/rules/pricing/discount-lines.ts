import { formatPercent, percentOf } from '../money/money.ts'
import { type Priced, type PricedLine, discountLine, sumOf } from './price-lines.ts'
import { type Cart, type DiscountTerms, type GiftCardTender, type PricingFacts } from './pricing-facts.ts'

/**
 * A prize makes its upgrade free (domain rule 12): completely where the upgrade's rule sets the
 * quantity, once where the shopper chose it.
 */
export function prizeLines({ facts, cart, lines }: Priced): PricedLine[] {
  const { prizeUpgradeId: upgradeId } = cart
  const won = lines.find((line) => line.kind === 'upgrade' && line.subjectId === upgradeId)
  const rule = facts.upgrades.find(({ id }) => id === upgradeId)
  if (!won || !rule) return []
  const free = rule.goodForXPax < 0 ? Math.min(won.unitCents, won.amountCents) : won.amountCents
  if (free === 0) return []
  const line = { kind: 'discount', label: 'Prize', detail: won.label, rule: 'prize' } as const
  return [discountLine({ ...line, subjectId: won.subjectId }, free)]
}

/**
 * The gift cards that pay units of this cart: those of its kind, at most one per unit, in the given
 * order.
 */
export function findPayingGifts(cart: Cart, units: number): GiftCardTender[] {
  return (cart.giftCards ?? []).filter((gift) => gift.unit === cart.quantityType).slice(0, units)
}

/** Each gift card pays one whole seat or aircraft at its present price, whatever the card cost. */
export function giftLines({ cart, unit, gifts }: Priced): PricedLine[] {
  const detail = cart.quantityType === 'seat' ? 'pays one seat' : 'pays one whole aircraft'
  const rule = `gift_card:${cart.quantityType}` as const
  return gifts.map(({ id, label }) =>
    discountLine({ kind: 'gift', label, detail, rule, subjectId: id }, unit.cents),
  )
}

/** The code of a cart, when it can be combined with the running campaign. */
export function findDiscountInForce(
  facts: Pick<PricingFacts, 'campaignBps'>,
  cart: Pick<Cart, 'discount'>,
): DiscountTerms | undefined {
  const { discount } = cart
  return discount && (facts.campaignBps === 0 || discount.stackable) ? discount : undefined
}

/**
 * The code discounts what gift cards and a prize leave of seats and upgrades, and never more. Fees
 * are not discounted.
 */
export function discountLines({ facts, cart, lines }: Priced): PricedLine[] {
  const discount = findDiscountInForce(facts, cart)
  if (!discount) return []
  const left = sumOf(lines)
  const { percentBps, label, code, id } = discount
  const off = percentBps === null ? Math.min(discount.amountCents ?? 0, left) : percentOf(left, percentBps)
  return [
    discountLine(
      {
        kind: 'discount',
        label,
        detail: percentBps === null ? code : `${code}, ${formatPercent(percentBps)}`,
        rule: percentBps === null ? 'discount:amount' : 'discount:percent',
        subjectId: id,
      },
      off,
    ),
  ]
}
