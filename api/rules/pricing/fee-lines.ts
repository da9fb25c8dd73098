import { formatDollars, formatPercent, percentOf } from '../money/money.ts'
import { countOf, type Priced, type PricedLine, sumOf, formatTimes } from './price-lines.ts'
import { type FeeRule, type GiftCardTender, type PricingFacts } from './pricing-facts.ts'

/**
 * Fees are percentages of the price before any discount, or flat amounts (spec section 9). A fee
 * that was paid with a gift card is waived for the card's seat: the fee of that seat, its share of
 * a percentage, or the whole of a flat fee per order. A fee that waits for redemption is at most
 * what the card names; a fee that the card does not name is not charged for its seat.
 */
export function feeLines(priced: Priced): PricedLine[] {
  return priced.facts.fees.flatMap((fee) => {
    const limits = priced.gifts.map((gift) => limitOf(priced.facts, gift, fee.id))
    const share = getFeeCents(priced, fee, 1)
    const limited = limits.filter((limit) => limit > 0 && limit < share)
    const waived = limits.filter((limit) => limit === 0).length
    const charged = priced.units - waived - limited.length
    const main = mainLine(priced, fee, { charged, waived })
    const own = limitedLines(fee, limited, { share, covered: main.quantity > 0 || isPaidOnce(priced, fee) })
    return own.length > 0 && main.quantity === 0 && waived === 0 ? own : [main, ...own]
  })
}

/** The part of a fee that is charged at its present amount. */
function mainLine(
  priced: Priced,
  fee: FeeRule,
  { charged, waived }: { charged: number; waived: number },
): PricedLine {
  const quantity = fee.perSeat ? charged : charged > 0 && !isPaidOnce(priced, fee) ? 1 : 0
  const unitCents = getFeeCents(priced, fee, quantity === 0 ? priced.units : charged)
  return feeLine(fee, {
    detail: feeDetail(priced, fee, { quantity, unitCents, waived }),
    quantity,
    unitCents,
    ending: waived > 0 ? ':waived' : '',
  })
}

/**
 * The part of a fee that gift cards keep lower, one line per amount. A fee per order is charged
 * once.
 */
function limitedLines(
  fee: FeeRule,
  limited: readonly number[],
  { share, covered }: { share: number; covered: boolean },
): PricedLine[] {
  if (limited.length === 0) return []
  const detail = 'as named on the gift card'
  if (fee.percentBps === null && !fee.perSeat) {
    if (covered) return []
    const unitCents = Math.min(
      share,
      limited.reduce((sum, cents) => sum + cents, 0),
    )
    return [feeLine(fee, { detail, quantity: 1, unitCents, ending: ':limited' })]
  }
  return [...new Set(limited)].map((unitCents) => {
    const quantity = limited.filter((cents) => cents === unitCents).length
    return feeLine(fee, { detail, quantity, unitCents, ending: ':limited' })
  })
}

const feeLine = (
  fee: FeeRule,
  {
    detail,
    quantity,
    unitCents,
    ending,
  }: Pick<PricedLine, 'detail' | 'quantity' | 'unitCents'> & { ending: '' | ':waived' | ':limited' },
): PricedLine => ({
  kind: 'fee',
  label: fee.name,
  detail,
  quantity,
  unitCents,
  amountCents: quantity === 0 ? 0 : unitCents * quantity,
  rule: `fee:${fee.percentBps === null ? 'flat' : 'percent'}${fee.perSeat ? '_per_seat' : ''}${ending}`,
  subjectId: fee.id,
})

/** The most a fee may be for a card's seat, before tax; 0 when it was paid or never named. */
function limitOf(
  { taxBps }: PricingFacts,
  { pendingFeeIds, feeLimits }: GiftCardTender,
  feeId: number,
): number {
  if (pendingFeeIds.includes(feeId)) return 0
  if (!feeLimits) return Infinity
  const named = feeLimits.find((limit) => limit.feeId === feeId)?.cents ?? 0
  return Math.floor((named * 10_000) / (10_000 + taxBps))
}

/** True for a flat fee per order that was paid with a gift card. */
const isPaidOnce = ({ gifts }: Priced, fee: FeeRule) =>
  fee.percentBps === null && !fee.perSeat && gifts.some(({ pendingFeeIds }) => pendingFeeIds.includes(fee.id))

/** The fee of the seats or aircraft; upgrades carry no percentage fee. */
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
      ? formatTimes(quantity, unitCents)
      : percentDetail(fee.percentBps, facts.product.feePriceCents, bySeat),
    waived > 0 &&
      'paid with the gift card for ' +
        `${bySeat ? countOf(waived, 'seat', 'seats') : `${String(waived)} aircraft`}`,
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

function percentDetail(bps: number, fixedCents: number | null, bySeat: boolean): string {
  if (fixedCents !== null) return `${formatPercent(bps)} of ${formatDollars(fixedCents)}`
  return `${formatPercent(bps)} of ${bySeat ? 'the seats' : 'the aircraft'}`
}

/** Tax applies to all lines above: after gift cards and codes, and on fees. */
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
