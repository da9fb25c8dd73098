import { type QuoteLine } from '#contract/quote.ts'
import { explainLine } from '../rules/pricing/explain-line.ts'
import { toDollars } from '../rules/money/money.ts'
import { type PricedLine } from '../rules/pricing/price-lines.ts'

/** A line of the breakdown on the wire, in dollars; orders keep lines of rules no longer in use. */
export function presentPriceLine(line: Omit<PricedLine, 'rule'> & { rule: string }): QuoteLine {
  return {
    kind: line.kind,
    label: line.label,
    detail: line.detail,
    quantity: line.quantity,
    unit_amount: toDollars(line.unitCents),
    amount: toDollars(line.amountCents),
    rule: line.rule,
    why: explainLine(line),
  }
}
