import { asc, eq, getTableColumns } from 'drizzle-orm'
import { type OrderGift, type OrderItem } from '#contract/order.ts'
import { orderItemFlights, orderItemSeats, orderItemUpgrades, orders } from '../db/schema/orders.ts'
import { orderItemGiftCards } from '../db/schema/tenders.ts'
import { jsonRows } from '../db/statement.ts'
import { toDollars } from '../rules/money/money.ts'

type SeatRow = typeof orderItemSeats.$inferSelect
type FlightRow = typeof orderItemFlights.$inferSelect
type UpgradeRow = typeof orderItemUpgrades.$inferSelect
type GiftRow = Omit<typeof orderItemGiftCards.$inferSelect, 'messageSealed'>

/** All columns except the giver's message, which no page of the order shows. */
function giftColumnsOf() {
  const { id, orderId, fareId, unit, name, quantity, unitPriceCents, recipientEmail, sendOn, sentAt } =
    getTableColumns(orderItemGiftCards)
  return { id, orderId, fareId, unit, name, quantity, unitPriceCents, recipientEmail, sendOn, sentAt }
}

/** The ordered items, for the select list of a query of orders. */
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
  gifts: jsonRows(giftColumnsOf(), {
    from: orderItemGiftCards,
    where: eq(orderItemGiftCards.orderId, orders.id),
    orderBy: asc(orderItemGiftCards.id),
  }),
}

export interface OrderedItems {
  /** As it was sold. */
  productName: string
  /** The flights, by the names of what they fly. */
  flights: readonly { flight_id: number; product_name: string }[]
  seats: SeatRow[]
  aircraft: FlightRow[]
  upgrades: UpgradeRow[]
  gifts: GiftRow[]
}

/**
 * The ordered items: seats, aircraft, then upgrades, or gift cards. Ids are unique within a kind.
 * @param cards gift cards created from the paid order
 */
export function presentOrderItems(
  { productName, flights, seats, aircraft, upgrades, gifts }: OrderedItems,
  cards: OrderGift['cards'] = [],
): OrderItem[] {
  const nameOf = ({ flightId }: { flightId: number }) =>
    flights.find(({ flight_id: id }) => id === flightId)?.product_name ?? productName
  return [
    ...seats.map((row) => presentPlace('seat', { ...row, name: nameOf(row) })),
    ...aircraft.map((row) => presentPlace('flight', { ...row, name: nameOf(row), quantity: 1 })),
    ...upgrades.map(presentUpgrade),
    ...gifts.map((row) => presentGift(row, cards)),
  ]
}

interface BoughtItem {
  id: number
  name: string
  quantity: number
  unitPriceCents: number
  /** What passengers who are no adults pay less for it. */
  typesOffCents?: number
}

/** What items of all kinds say; each kind adds its own. */
const presentItem = (kind: OrderItem['kind'], row: BoughtItem): OrderItem => ({
  id: row.id,
  kind,
  name: row.name,
  quantity: row.quantity,
  unit_price: toDollars(row.unitPriceCents),
  amount: toDollars(row.unitPriceCents * row.quantity - (row.typesOffCents ?? 0)),
  flight_id: null,
  departure_id: null,
  depart_at: null,
  upgrade_id: null,
  meta: null,
})

const presentGift = (row: GiftRow, cards: OrderGift['cards']): OrderItem => ({
  ...presentItem('gift_card', row),
  gift: {
    fare_id: row.fareId,
    recipient_email: row.recipientEmail,
    send_on: row.sendOn,
    sent_at: row.sentAt?.toISOString() ?? null,
    cards,
  },
})

const presentPlace = (kind: 'seat' | 'flight', row: FlightRow & BoughtItem): OrderItem => ({
  ...presentItem(kind, row),
  flight_id: row.flightId,
  departure_id: row.departureId,
  depart_at: row.departAt.toISOString(),
})

const presentUpgrade = (row: UpgradeRow): OrderItem => ({
  ...presentItem('upgrade', row),
  upgrade_id: row.upgradeId,
  meta: { answer: row.answer },
})
