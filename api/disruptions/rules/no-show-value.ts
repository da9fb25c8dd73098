/** The rule of a product for guests who do not come. */
export interface NoShowTerms {
  rule: 'nothing' | 'move' | 'credit'
  /** Within so many days a free move must be booked. */
  days: number
  /** The part of what was paid that becomes a credit. */
  percent: number
}

/**
 * What one missing guest gets, in cents: their equal share of what was paid for the party, or the
 * rule's part of it. Cents that do not divide stay with the operator.
 */
export function findNoShowValue(
  { rule, percent }: NoShowTerms,
  { paidCents, people }: { paidCents: number; people: number },
): number {
  const share = people === 0 ? 0 : Math.floor(paidCents / people)
  if (rule === 'nothing') return 0
  return rule === 'move' ? share : Math.floor((share * percent) / 100)
}
