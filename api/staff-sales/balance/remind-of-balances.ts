import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { products } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { type Db } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { BALANCE_REMINDER_HOURS, isBalanceReminderDue } from '../../rules/orders/balance-reminder.ts'
import { isPaidInPart, lockOrder } from '../../store/orders/order.ts'
import { tellOfBalance } from '../../store/orders/tell-of-balance.ts'

const BATCH = 50

/**
 * Reminds customers of the rest of orders that are paid in parts, once for each time at which it is due.
 * A delay moves no such time: it was told already.
 */
export async function remindOfBalances(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const { db } = deps.database
  for (const { id, dueAt } of await findNearBalances(db, now)) {
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, id)
      const toldAt = order.balanceToldAt ?? order.createdAt
      // Somebody may have set another time since it was found.
      const isSame = order.balanceDueAt === null || order.balanceDueAt.getTime() === dueAt.getTime()
      if (!isPaidInPart(order) || !isSame || !isBalanceReminderDue({ dueAt, toldAt }, now)) return
      await tx.update(orders).set({ balanceToldAt: now }).where(eq(orders.id, id))
      const eventKey = `balance_due_soon:${String(id)}:${String(dueAt.getTime())}`
      await tellOfBalance(tx, deps, order, { kind: 'balance_due_soon', eventKey }, now)
    })
  }
}

/** Orders whose rest is due within a day, by the check-in as it was sold unless staff set a time. */
function findNearBalances(db: Db, now: Date) {
  const dueAt = sql`coalesce(${orders.balanceDueAt},
    min(${slots.departAt} - ${products.checkInMins} * interval '1 minute'))`
  const reminder = sql`${`${String(BALANCE_REMINDER_HOURS)} hours`}::interval`
  const at = sql`${now.toISOString()}::timestamptz`
  return db
    .select({ id: orders.id, dueAt: sql<Date>`${dueAt}`.mapWith(orders.createdAt) })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .leftJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .leftJoin(flights, eq(flights.id, holds.flightId))
    .leftJoin(slots, eq(slots.id, flights.slotId))
    .where(gt(orders.dueCents, 0))
    .groupBy(orders.id, products.id)
    .having(
      sql`${dueAt} > ${at} and ${dueAt} - ${reminder} <= ${at}
        and coalesce(${orders.balanceToldAt}, ${orders.createdAt}) < ${dueAt} - ${reminder}`,
    )
    .orderBy(asc(orders.id))
    .limit(BATCH)
}
