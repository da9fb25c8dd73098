import { formatDollars, formatPercent, percentOf } from '../money/money.ts'
import { countOf, type Priced, type PricedLine, sumOf, times } from './price-lines.ts'
import { type FeeRule } from './pricing-facts.ts'

/**
 * Fees are of the price before any discount (spec section 9). What was paid with a gift card is waived for its seat: the
 * fee of that seat, its share of a percentage, the whole of a flat fee that is charged once.
 */
export function feeLines(priced: Priced): PricedLine[] {
  return priced.facts.fees.map((fee) => {
    const waived = countWaived(priced, fee)
    const charged = priced.units - waived
    const flat = fee.percentBps === null
    const quantity = fee.perSeat ? charged : charged > 0 && !(flat && waived > 0) ? 1 : 0
    const unitCents = getFeeCents(priced, fee, quantity === 0 ? priced.units : charged)
    return {
      kind: 'fee',
      label: fee.name,
      detail: feeDetail(priced, fee, { quantity, unitCents, waived }),
      quantity,
      unitCents,
      amountCents: quantity === 0 ? 0 : unitCents * quantity,
      rule: `fee:${flat ? 'flat' : 'percent'}${fee.perSeat ? '_per_seat' : ''}${waived > 0 ? ':waived' : ''}`,
      subjectId: fee.id,
    }
  })
}

const countWaived = ({ gifts }: Priced, fee: FeeRule) =>
  gifts.filter((gift) => gift.pendingFeeIds.includes(fee.id)).length

/** Of the seats or aircraft alone; upgrades carry no percent fee. */
function getFeeCents({ facts, unit }: Priced, fee: FeeRule, units: number): number {
  if (fee.percentBps === null) return fee.priceCents ?? 0
  const base = facts.product.feePriceCents ?? unit.cents
  return percentOf(fee.perSeat ? base : base * units, fee.percentBps)
}

interface Charge {
  quantity: number
  unitCents: number
  waived: number
}

function feeDetail({ facts, cart }: Priced, fee: FeeRule, charge: Charge): string | null {
  const { quantity, unitCents, waived } = charge
  if (quantity === 0) return 'paid with the gift card'
  const bySeat = cart.quantityType === 'seat'
  const parts = [
    fee.percentBps === null
      ? times(quantity, unitCents)
      : percentDetail(fee.percentBps, facts.product.feePriceCents, bySeat),
    waived > 0 && `paid with the gift card for ${bySeat ? countOf(waived, 'seat', 'seats') : `${String(waived)} aircraft`}`, // prettier-ignore
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

function percentDetail(bps: number, fixedCents: number | null, bySeat: boolean): string {
  if (fixedCents !== null) return `${formatPercent(bps)} of ${formatDollars(fixedCents)}`
  return `${formatPercent(bps)} of ${bySeat ? 'the seats' : 'the aircraft'}`
}

/** Of everything above it: what gift cards and codes took off is not taxed, fees are. */
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
