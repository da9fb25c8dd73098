import { type OrderFlight } from '#contract/order.ts'
import { type OrderRow } from '../store/orders/order.ts'

/** When the rest of an order is due: as staff said, or at the first check-in; null without a rest. */
export function presentBalanceDueAt(
  order: Pick<OrderRow, 'dueCents' | 'balanceDueAt'>,
  flights: readonly OrderFlight[],
): string | null {
  if (order.dueCents === 0) return null
  const checkIns = flights.map(({ delay, check_in_at: at }) => delay?.check_in_at ?? at).toSorted()
  return order.balanceDueAt?.toISOString() ?? checkIns[0] ?? null
}
