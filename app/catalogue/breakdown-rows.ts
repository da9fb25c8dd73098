import { type QuantityType } from '#contract/enums.ts'
import { type Quote } from '#contract/quote.ts'
import { type BreakdownRow } from '../ui/breakdown.tsx'
import { formatDollars } from '../format/format-dollars.ts'

/**
 * The lines of a quote or an order as rows. "Credits" is always shown (spec section 2), as the last
 * row before the total.
 */
export function breakdownRows({
  lines,
  credits = 0,
}: Pick<Quote, 'lines'> & Partial<Pick<Quote, 'credits'>>): BreakdownRow[] {
  const rows = lines
    .filter(({ kind }) => kind !== 'credit')
    .map((line, index) => ({
      key: `${String(index)} ${line.kind}`,
      label: line.label,
      detail: line.detail,
      amount: formatDollars(line.amount),
      less: line.amount < 0,
    }))
  const credit = { key: 'credits', label: 'Credits', amount: formatDollars(-credits || 0), less: credits > 0 }
  return [...rows, credit]
}

/** `2 seats`, `1 seat`; for a whole aircraft its guests: `Whole aircraft, 3 guests`. */
export function partyLabel({
  quantityType,
  quantity,
}: {
  quantityType: QuantityType
  quantity: number
}): string {
  if (quantityType === 'seat') return `${String(quantity)} ${quantity === 1 ? 'seat' : 'seats'}`
  return `Whole aircraft, ${String(quantity)} ${quantity === 1 ? 'guest' : 'guests'}`
}
