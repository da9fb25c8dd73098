import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../../db/client.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { dueInWords } from '../../orders/still-to-pay.ts'
import { isPaidInPart, lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { readFlightsOfOrder } from '../../store/orders/read-order-flights.ts'
import { tellOfBalance } from '../../store/orders/tell-of-balance.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'

/** Why the rest cannot be due then. */
export const refuseBalanceDueAt = (dueAt: string | null | undefined, now: Date): string | undefined =>
  dueAt != null && new Date(dueAt) <= now ? 'This time is over. Please choose a later one' : undefined

export type BalanceDueChanged =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'nothing_due' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Staff set another time by which the rest of an order is due; null for its check-in. */
export async function changeBalanceDue(
  deps: ApiDeps,
  orderId: number,
  dueAt: string | null,
  by: AuditBy,
): Promise<BalanceDueChanged> {
  const { db } = deps.database
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  return db.transaction(async (tx): Promise<BalanceDueChanged> => {
    const order = await lockOrder(tx, orderId)
    if (!isPaidInPart(order)) return { ok: false, reason: 'nothing_due' }
    const late = refuseBalanceDueAt(dueAt, by.at)
    if (late) return { ok: false, reason: 'invalid', fields: { balance_due_at: [late] } }
    await writeBalanceDueAt(tx, deps, order, dueAt, by)
    return { ok: true }
  })
}

/**
 * Notes when staff want the rest, and tells the customer of an order that owes it already; absent, or
 * the time that it was, changes nothing. The order must be locked.
 */
export async function writeBalanceDueAt(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  order: OrderRow,
  dueAt: string | null | undefined,
  by: AuditBy,
): Promise<void> {
  if (dueAt === undefined) return
  const balanceDueAt = dueAt === null ? null : new Date(dueAt)
  if (balanceDueAt?.getTime() === order.balanceDueAt?.getTime()) return
  const owes = isPaidInPart(order)
  await tx
    .update(orders)
    .set({ balanceDueAt, ...(owes ? { balanceToldAt: by.at } : {}) })
    .where(eq(orders.id, order.id))
  await writeAudit(tx, by, {
    resource: 'orders',
    id: order.id,
    before: { balance_due_at: order.balanceDueAt?.toISOString() ?? null },
    after: { balance_due_at: dueAt },
  })
  if (!owes) return
  const words = dueInWords({ balance_due_at: dueAt, flights: await readFlightsOfOrder(tx, order.id) })
  await tx.insert(orderEvents).values({
    orderId: order.id,
    at: by.at,
    actor: `user:${String(by.userId)}`,
    fromStatus: order.status,
    toStatus: order.status,
    reason: 'balance due changed',
    details: { due: words ?? null },
  })
  const eventKey = `balance_due_changed:${String(order.id)}:${String(by.at.getTime())}`
  await tellOfBalance(tx, deps, order, { kind: 'balance_due_changed', eventKey }, by.at)
}
