import { asc, eq, getTableColumns } from 'drizzle-orm'
import { type OrderItem } from '#contract/order.ts'
import { jsonRows } from '../db/json-rows.ts'
import { orderItemFlights, orderItemSeats, orderItemUpgrades, orders } from '../db/schema/orders.ts'
import { toDollars } from '../domain/money.ts'

type SeatRow = typeof orderItemSeats.$inferSelect
type FlightRow = typeof orderItemFlights.$inferSelect
type UpgradeRow = typeof orderItemUpgrades.$inferSelect

/** For the select list of a query of orders: what was ordered. */
export const orderItemRows = {
  seats: jsonRows(getTableColumns(orderItemSeats), {
    from: orderItemSeats,
    where: eq(orderItemSeats.orderId, orders.id),
    orderBy: asc(orderItemSeats.id),
  }),
  aircraft: jsonRows(getTableColumns(orderItemFlights), {
    from: orderItemFlights,
    where: eq(orderItemFlights.orderId, orders.id),
    orderBy: asc(orderItemFlights.id),
  }),
  upgrades: jsonRows(getTableColumns(orderItemUpgrades), {
    from: orderItemUpgrades,
    where: eq(orderItemUpgrades.orderId, orders.id),
    orderBy: asc(orderItemUpgrades.id),
  }),
}

export interface OrderedItems {
  productName: string
  seats: SeatRow[]
  aircraft: FlightRow[]
  upgrades: UpgradeRow[]
}

/** What was ordered: seats, aircraft, then upgrades. Ids are unique within a kind. */
export function presentOrderItems({
  productName: name,
  seats,
  aircraft,
  upgrades,
}: OrderedItems): OrderItem[] {
  return [
    ...seats.map((row) => presentPlace('seat', name, row)),
    ...aircraft.map((row) => presentPlace('flight', name, { ...row, quantity: 1 })),
    ...upgrades.map(presentUpgrade),
  ]
}

function presentPlace(
  kind: 'seat' | 'flight',
  name: string,
  row: FlightRow & { quantity: number },
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

function presentUpgrade(row: UpgradeRow): OrderItem {
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
