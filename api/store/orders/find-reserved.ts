import { and, asc, eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { orderTenders } from '../../db/schema/order-tenders.ts'

export type ReservedTender = typeof orderTenders.$inferSelect

/** The tenders that an order has reserved; its row must be locked to rely on them. */
export const findReserved = (db: DbOrTx, orderId: number): Promise<ReservedTender[]> =>
  db
    .select()
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'reserved')))
    .orderBy(asc(orderTenders.id))

export const sumReserved = (rows: readonly ReservedTender[]) =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
