import { formatDollars, formatPercent, percentOf } from './money.ts'
import { type Cart, type FeeRule, type PricingFacts } from './pricing-facts.ts'
import { findUnitPrice } from './unit-price.ts'
import { getUpgradeQuantity } from './upgrade-quantity.ts'

export type LineKind =
  'seat' | 'flight' | 'upgrade' | 'gift' | 'discount' | 'voucher' | 'fee' | 'tax' | 'credit'

export interface PricedLine {
  kind: LineKind
  label: string
  detail: string | null
  quantity: number
  unitCents: number
  /** Negative for what is taken off. */
  amountCents: number
  /** Which rule made the line: `seat_price:fare`, `fee:percent`, … */
  rule: string
  /** The upgrade or fee the line is for. */
  subjectId: number | null
}

/** What a step of the engine sees. */
export interface Priced {
  facts: PricingFacts
  cart: Cart
  unitCents: number
  /** Seats, or aircraft sold whole. */
  units: number
  lines: readonly PricedLine[]
}

/** Sum of the lines of some kinds, or of all. */
export const sumOf = (lines: readonly PricedLine[], ...kinds: LineKind[]) =>
  lines
    .filter((line) => kinds.length === 0 || kinds.includes(line.kind))
    .reduce((sum, line) => sum + line.amountCents, 0)

const count = (units: number, one: string, many: string) =>
  units === 1 ? `1 ${one}` : `${String(units)} ${many}`

/** "2 × $8.05", or nothing for a single one. */
const times = (quantity: number, unitCents: number) =>
  quantity === 1 ? null : `${String(quantity)} × ${formatDollars(unitCents)}`

export function flightLines({ facts, cart, unitCents, units }: Priced): PricedLine[] {
  const source = findUnitPrice(facts, cart.quantityType)?.source ?? 'product'
  const bySeat = cart.quantityType === 'seat'
  const each = `${formatDollars(unitCents)} each`
  const mood = facts.departure.tags.includes('sunset') ? ', sunset departure' : ''
  return [
    {
      kind: cart.quantityType,
      label: bySeat ? count(units, 'seat', 'seats') : count(units, 'whole aircraft', 'whole aircraft'),
      detail: `${bySeat ? each : `${each}, up to ${String(facts.capacity)} guests`}${mood}`,
      quantity: units,
      unitCents,
      amountCents: unitCents * units,
      rule: `${cart.quantityType}_price:${source}`,
      subjectId: null,
    },
  ]
}

export function upgradeLines({ facts, cart, unitCents }: Priced): PricedLine[] {
  return cart.upgrades.map((chosen) => {
    const upgrade = facts.upgrades.find((one) => one.id === chosen.upgradeId)
    if (!upgrade) throw new TypeError(`Upgrade ${String(chosen.upgradeId)} is not the product's`)
    const quantity = getUpgradeQuantity(upgrade, chosen, cart, facts.capacity)
    const percent = upgrade.percentBps
    const oneCents = percent === null ? (upgrade.priceCents ?? 0) : percentOf(unitCents, percent)
    const ofWhat = cart.quantityType === 'seat' ? 'the seat price' : 'the aircraft’s price'
    return {
      kind: 'upgrade',
      label: upgrade.name,
      detail: percent === null ? times(quantity, oneCents) : `${formatPercent(percent)} of ${ofWhat}`,
      quantity,
      unitCents: oneCents,
      amountCents: oneCents * quantity,
      rule: percent === null ? 'upgrade:flat' : 'upgrade:percent',
      subjectId: upgrade.id,
    }
  })
}

export function feeLines(priced: Priced): PricedLine[] {
  return priced.facts.fees.map((fee) => {
    const quantity = fee.perSeat ? priced.units : 1
    const unitCents =
      fee.percentBps === null ? (fee.priceCents ?? 0) : percentFee(priced, fee, fee.percentBps)
    return {
      kind: 'fee',
      label: fee.name,
      detail: fee.percentBps === null ? times(quantity, unitCents) : feeDetail(priced, fee.percentBps),
      quantity,
      unitCents,
      amountCents: unitCents * quantity,
      rule: `fee:${fee.percentBps === null ? 'flat' : 'percent'}${fee.perSeat ? '_per_seat' : ''}`,
      subjectId: fee.id,
    }
  })
}

/** Of the seats or aircraft at their price before any discount; upgrades carry no percent fee. */
function percentFee({ facts, unitCents, units }: Priced, fee: FeeRule, bps: number): number {
  const base = facts.product.feePriceCents ?? unitCents
  return percentOf(fee.perSeat ? base : base * units, bps)
}

function feeDetail({ facts, cart }: Priced, bps: number): string {
  const fixed = facts.product.feePriceCents
  if (fixed !== null) return `${formatPercent(bps)} of ${formatDollars(fixed)}`
  return `${formatPercent(bps)} of ${cart.quantityType === 'seat' ? 'the seats' : 'the aircraft'}`
}

export function taxLines({ facts, lines }: Priced): PricedLine[] {
  if (facts.taxBps === 0) return []
  const amountCents = percentOf(sumOf(lines), facts.taxBps)
  return [
    {
      kind: 'tax',
      label: 'Tax',
      detail: formatPercent(facts.taxBps),
      quantity: 1,
      unitCents: amountCents,
      amountCents,
      rule: 'tax:terminal',
      subjectId: null,
    },
  ]
}
