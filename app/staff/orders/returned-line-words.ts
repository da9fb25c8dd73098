import { type Order } from '#contract/order.ts'
import { type ReturnedLine } from '#contract/refund.ts'

/**
 * "2 adults", "1 of 2 adults", or "2 × Photo set": the label of seats and aircraft counts them already.
 */
export function describeReturnedLine(
  { label, quantity }: Pick<ReturnedLine, 'label' | 'quantity'>,
  sold: Pick<Order['lines'][number], 'kind' | 'quantity'> | undefined,
): string {
  if (sold?.kind !== 'seat' && sold?.kind !== 'flight') return `${String(quantity)} × ${label}`
  return quantity === sold.quantity ? label : `${String(quantity)} of ${label}`
}
