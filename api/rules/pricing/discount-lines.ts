import { formatPercent, percentOf } from '../money/money.ts'
import { type Priced, type PricedLine, discountLine, sumOf } from './price-lines.ts'
import { type Cart, type DiscountTerms, type GiftCardTender, type PricingFacts } from './pricing-facts.ts'

/**
 * A prize makes its upgrade free (domain rule 12): all of it where the upgrade's own rule says how
 * many, one where the shopper chose the number.
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
 * The gift cards that pay a unit of this cart: those of its kind, as many as there are units, in
 * the order given.
 */
export function findPayingGifts(cart: Cart, units: number): GiftCardTender[] {
  return (cart.giftCards ?? []).filter((gift) => gift.unit === cart.quantityType).slice(0, units)
}

/** Each pays one whole seat or aircraft at what it costs now, whatever was paid for the card. */
export function giftLines({ cart, unit, gifts }: Priced): PricedLine[] {
  const detail = cart.quantityType === 'seat' ? 'pays one seat' : 'pays one whole aircraft'
  const rule = `gift_card:${cart.quantityType}` as const
  return gifts.map(({ id, label }) =>
    discountLine({ kind: 'gift', label, detail, rule, subjectId: id }, unit.cents),
  )
}

/** The code of a cart, where it may stand beside the campaign that runs. */
export function findDiscountInForce(
  facts: Pick<PricingFacts, 'campaignBps'>,
  cart: Pick<Cart, 'discount'>,
): DiscountTerms | undefined {
  const { discount } = cart
  return discount && (facts.campaignBps === 0 || discount.stackable) ? discount : undefined
}

/**
 * Of what gift cards and a prize left of seats and upgrades, and never more than that. Fees are not
 * discounted.
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
