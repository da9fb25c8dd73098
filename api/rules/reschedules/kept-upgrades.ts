import { type RefundableOrder } from '../refunds/refund-shares.ts'

/** The extras of an order of which something was not given back, by their ids. */
export function listKeptUpgrades({
  lines,
  returnedUnits,
}: Pick<RefundableOrder, 'lines' | 'returnedUnits'>): number[] {
  const kept = new Map<number, number>()
  for (const [position, { kind, subjectId, quantity }] of lines.entries()) {
    if (kind !== 'upgrade' || subjectId === null) continue
    const back = returnedUnits.reduce((sum, one) => (one.position === position ? sum + one.quantity : sum), 0)
    kept.set(subjectId, (kept.get(subjectId) ?? 0) + quantity - back)
  }
  return [...kept].flatMap(([id, quantity]) => (quantity > 0 ? [id] : []))
}
