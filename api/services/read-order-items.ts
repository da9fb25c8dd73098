import { asc, eq } from 'drizzle-orm'
import { type OrderItem } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { orderItemFlights, orderItemSeats, orderItemUpgrades, orders } from '../db/schema/orders.ts'
import { toDollars } from '../domain/money.ts'

/** What was ordered: seats, aircraft, then upgrades. Ids are unique within a kind. */
export async function readOrderItems(db: DbOrTx, orderId: number): Promise<OrderItem[]> {
  const [product] = await db
    .select({ name: products.name })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .where(eq(orders.id, orderId))
  const name = product?.name ?? ''
  const seats = await db
    .select()
    .from(orderItemSeats)
    .where(eq(orderItemSeats.orderId, orderId))
    .orderBy(asc(orderItemSeats.id))
  const aircraft = await db
    .select()
    .from(orderItemFlights)
    .where(eq(orderItemFlights.orderId, orderId))
    .orderBy(asc(orderItemFlights.id))
  const upgrades = await db
    .select()
    .from(orderItemUpgrades)
    .where(eq(orderItemUpgrades.orderId, orderId))
    .orderBy(asc(orderItemUpgrades.id))
  return [
    ...seats.map((row) => presentPlace('seat', name, row)),
    ...aircraft.map((row) => presentPlace('flight', name, { ...row, quantity: 1 })),
    ...upgrades.map(presentUpgrade),
  ]
}

function presentPlace(
  kind: 'seat' | 'flight',
  name: string,
  row: typeof orderItemFlights.$inferSelect & { quantity: number },
): OrderItem {
  return {
    id: row.id,
    kind,
    name,
    quantity: row.quantity,
    unit_price: toDollars(row.unitPriceCents),
    amount: toDollars(row.unitPriceCents * row.quantity),
    flight_id: row.flightId,
    departure_id: row.departureId,
    depart_at: row.departAt.toISOString(),
    upgrade_id: null,
    meta: null,
  }
}

function presentUpgrade(row: typeof orderItemUpgrades.$inferSelect): OrderItem {
  return {
    id: row.id,
    kind: 'upgrade',
    name: row.name,
    quantity: row.quantity,
    unit_price: toDollars(row.unitPriceCents),
    amount: toDollars(row.unitPriceCents * row.quantity),
    flight_id: null,
    departure_id: null,
    depart_at: null,
    upgrade_id: row.upgradeId,
    meta: { answer: row.answer },
  }
}
