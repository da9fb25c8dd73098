import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { careMessages } from '../db/schema/care.ts'
import { slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'

/** Orders that nobody wrote to on this occasion, for the departure of the same query. */
export const notWrittenTo = (db: Db, occasion: typeof careMessages.$inferSelect.occasion): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(careMessages)
      .where(
        and(
          eq(careMessages.orderId, orders.id),
          eq(careMessages.occasion, occasion),
          eq(careMessages.dueFor, slots.departAt),
        ),
      ),
  )
