import { and, desc, eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { orderChanges } from '../../db/schema/orders.ts'

export type OrderChange = typeof orderChanges.$inferSelect

/** @throws if there is none: callers have the id from a row that refers to it */
export async function findChange(db: DbOrTx, id: number | null): Promise<OrderChange> {
  const [found] = id === null ? [] : await db.select().from(orderChanges).where(eq(orderChanges.id, id))
  if (!found) throw new Error(`There is no order change ${String(id)}`)
  return found
}

/** The last paid change. */
export async function findLastChange(db: DbOrTx, orderId: number): Promise<OrderChange | undefined> {
  const [found] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), eq(orderChanges.state, 'completed')))
    .orderBy(desc(orderChanges.id))
    .limit(1)
  return found
}
