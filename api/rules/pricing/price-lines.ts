import { type LineRule } from './line-rule.ts'
import { formatDollars, formatPercent, percentOf } from '../money/money.ts'
import { type Cart, type GiftCardTender, type PricingFacts } from './pricing-facts.ts'
import { type UnitPrice } from './unit-price.ts'
import { getUpgradeQuantity } from './upgrade-quantity.ts'

/** `gift_card` is bought, `gift` pays. Credit pays too, but is no line. */
export type LineKind =
  | 'seat'
  | 'flight'
  | 'gift_card'
  | 'upgrade'
  /** How much more a flight costs than the one it was rescheduled from. */
  | 'difference'
  /** The fee for a reschedule. A refund of the flight does not include it. */
  | 'reschedule_fee'
  | 'gift'
  | 'discount'
  | 'fee'
  | 'tax'
  | 'voucher'
  | 'credit'

export interface PricedLine {
  kind: LineKind
  label: string
  detail: string | null
  quantity: number
  unitCents: number
  /** `unitCents` times `quantity`; negative for a discount. */
  amountCents: number
  rule: LineRule
  /** The id of the upgrade, fee, gift card, code or voucher of the line. */
  subjectId: number | null
}

/** What a step of the engine sees. */
export interface Priced {
  facts: PricingFacts
  cart: Cart
  unit: UnitPrice
  /** Seats, or aircraft sold whole. */
  units: number
  /** The gift cards that each pay one unit. */
  gifts: readonly GiftCardTender[]
  lines: readonly PricedLine[]
}

/** The sum of the lines of some kinds, or of all lines. */
export const sumOf = (lines: readonly Pick<PricedLine, 'kind' | 'amountCents'>[], ...kinds: LineKind[]) =>
  lines
    .filter((line) => kinds.length === 0 || kinds.includes(line.kind))
    .reduce((sum, line) => sum + line.amountCents, 0)

/** A line that takes off one amount once. */
export const discountLine = (
  line: Pick<PricedLine, 'kind' | 'label' | 'detail' | 'rule' | 'subjectId'>,
  cents: number,
): PricedLine => ({ ...line, quantity: 1, unitCents: 0 - cents, amountCents: 0 - cents })

export const countOf = (units: number, one: string, many: string) =>
  units === 1 ? `1 ${one}` : `${String(units)} ${many}`

/** "2 × $8.05", or nothing for a single unit. */
export const formatTimes = (quantity: number, unitCents: number) =>
  quantity === 1 ? null : `${String(quantity)} × ${formatDollars(unitCents)}`

/** "$183.20 each, 20% off $229.00". */
export function eachOf({ facts, unit }: Priced): string {
  const each = `${formatDollars(unit.cents)} each`
  if (facts.campaignBps === 0) return each
  return `${each}, ${formatPercent(facts.campaignBps)} off ${formatDollars(unit.listCents)}`
}

export const campaignSuffix = ({ campaignBps }: PricingFacts) => (campaignBps > 0 ? ':campaign' : '')

export function flightLines(priced: Priced): PricedLine[] {
  const { facts, cart, unit, units } = priced
  const bySeat = cart.quantityType === 'seat'
  const each = eachOf(priced)
  const mood = facts.departure.tags.includes('sunset') ? ', sunset departure' : ''
  return [
    {
      kind: cart.quantityType,
      label: bySeat ? countOf(units, 'seat', 'seats') : countOf(units, 'whole aircraft', 'whole aircraft'),
      detail: `${bySeat ? each : `${each}, up to ${String(facts.capacity)} guests`}${mood}`,
      quantity: units,
      unitCents: unit.cents,
      amountCents: unit.cents * units,
      rule: `${cart.quantityType}_price:${unit.source}${campaignSuffix(facts)}`,
      subjectId: null,
    },
  ]
}

/**
 * The second seats of a party: each costs the price of a seat, in money. Gift cards pay for
 * passengers only, and fees depend on passengers only. A whole aircraft includes its seats.
 */
export function secondSeatLines(priced: Priced): PricedLine[] {
  const { facts, cart, unit } = priced
  const quantity = cart.quantityType === 'seat' ? (cart.secondSeats ?? 0) : 0
  if (quantity === 0) return []
  return [
    {
      kind: 'seat',
      label: countOf(quantity, 'second seat', 'second seats'),
      detail: eachOf(priced),
      quantity,
      unitCents: unit.cents,
      amountCents: unit.cents * quantity,
      rule: `second_seat${campaignSuffix(facts)}`,
      subjectId: null,
    },
  ]
}

export function upgradeLines({ facts, cart, unit }: Priced): PricedLine[] {
  return cart.upgrades.map((chosen) => {
    const upgrade = facts.upgrades.find((one) => one.id === chosen.upgradeId)
    if (!upgrade) throw new TypeError(`Upgrade ${String(chosen.upgradeId)} is not the product's`)
    const quantity = getUpgradeQuantity(upgrade, chosen, cart, facts.capacity)
    const percent = upgrade.percentBps
    const oneCents = percent === null ? (upgrade.priceCents ?? 0) : percentOf(unit.cents, percent)
    const ofWhat = cart.quantityType === 'seat' ? 'the seat price' : 'the aircraft’s price'
    return {
      kind: 'upgrade',
      label: upgrade.name,
      detail: percent === null ? formatTimes(quantity, oneCents) : `${formatPercent(percent)} of ${ofWhat}`,
      quantity,
      unitCents: oneCents,
      amountCents: oneCents * quantity,
      rule: percent === null ? 'upgrade:flat' : 'upgrade:percent',
      subjectId: upgrade.id,
    }
  })
}
