import { type OrderChange } from '#contract/order.ts'
import { toDollars } from '../rules/money/money.ts'
import { type OrderParts } from '../tenders/find-order-parts.ts'
import { presentPriceLine } from '../rules/pricing/price-lines.ts'

type ChangeRow = OrderParts['changes'][number]

/** A change of an order, made or planned, with the state of its payment. */
export function presentChange(change: ChangeRow, attempts: OrderParts['attempts']): OrderChange {
  const attempt = attempts.find(({ orderChangeId }) => orderChangeId === change.id)
  const open = attempt?.state === 'open' || attempt?.state === 'created'
  return {
    id: change.id,
    kind: change.kind,
    status: change.state,
    lines: change.lines.map(presentPriceLine),
    total: toDollars(change.totalCents),
    credits: toDollars(change.creditsCents),
    payment_url: open && attempt.kind === 'cs' ? attempt.url : null,
    last_payment_error: change.state === 'completed' ? null : (attempt?.lastError ?? null),
    created_at: change.createdAt.toISOString(),
    settled_at: change.settledAt?.toISOString() ?? null,
  }
}
