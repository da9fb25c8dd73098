import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { orders } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { users } from '../../db/schema/people.ts'
import { type OrderRow } from '../../store/orders/order.ts'

export interface SlotOrder {
  slotId: number
  state: 'sold' | 'held'
  order: OrderRow
}

/** The orders with seats on slots, paid or not, each once for a slot, by number. */
export async function findOrdersOn(db: DbOrTx, slotIds: readonly number[]): Promise<SlotOrder[]> {
  if (slotIds.length === 0) return []
  const on = db
    .selectDistinct({ slotId: flights.slotId, orderId: holds.orderId, state: holds.state })
    .from(flights)
    .innerJoin(holds, eq(holds.flightId, flights.id))
    .where(and(inArray(flights.slotId, [...slotIds]), ne(holds.state, 'released'), isNotNull(holds.orderId)))
    .as('on_slots')
  const rows = await db
    .select({ slotId: on.slotId, state: on.state, order: orders })
    .from(on)
    .innerJoin(orders, eq(orders.id, on.orderId))
    .orderBy(asc(orders.id))
  return rows.map(({ slotId, state, order }) => ({
    slotId,
    state: state === 'sold' ? 'sold' : 'held',
    order,
  }))
}

/** The buyers' names by order, or those of the first passengers; empty while neither is known. */
export async function findPartyNames(
  db: DbOrTx,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (orderIds.length === 0) return new Map()
  const first = db
    .select({ name: passengers.fullName })
    .from(passengers)
    .where(eq(passengers.orderId, orders.id))
    .orderBy(asc(passengers.position))
    .limit(1)
  const buyer = sql`nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), '')`
  const rows = await db
    .select({ id: orders.id, name: sql<string>`coalesce(${buyer}, (${first}), '')` })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, [...orderIds]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
