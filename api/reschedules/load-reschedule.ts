import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { aircraft, aircraftTypes, products, terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orderItemFlights, orderItemSeats } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { findGiftScope, type PayingGift } from '../rules/gifts/gift-scope.ts'
import { findRescheduleObstacle, type RescheduleObstacle } from '../rules/reschedules/reschedule-obstacle.ts'
import { type RescheduleFeeRule } from '../rules/reschedules/reschedule-fee.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findTransferredFlights } from '../store/orders/find-transferred-flights.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { isFlying } from '../seats/count-party.ts'
import { boughtName } from '../orders/order-name.ts'
import { type TypedSeat } from '../rules/reschedules/order-change-request.ts'
import { findTypedSeats } from './find-typed-seats.ts'
import { type ItemToReschedule } from '../rules/reschedules/reschedule-parts.ts'

type ItemRow = Pick<
  typeof orderItemSeats.$inferSelect,
  'id' | 'flightId' | 'quantity' | 'unitPriceCents' | 'paidListCents' | 'giftCardIds'
>

export interface ReschedulableTraveller {
  id: number
  fullName: string
  weightLbs: number | null
  passengerType: string | null
  /** What their seat costs less than an adult's, as it was sold, or on the product that they moved to. */
  percentOff: number
  /** The highest list price that was paid for it; undefined where its item says that. */
  paidCents?: number | undefined
}

/** A party of an order on its flight before the reschedule. */
export interface ReschedulableParty {
  obstacle: RescheduleObstacle | undefined
  /** The flights of the party: one, or each aircraft of a party that flies whole. */
  fromFlightIds: number[]
  fromSlotIds: number[]
  /** What they fly, which staff may have changed since the sale. */
  productId: number
  productName: string
  departureId: number
  departAt: Date
  timezone: string
  /** From this time on the party cannot be rescheduled. */
  closesAt: Date
  /** The party's seats there, or aircraft flown whole. */
  units: number
  /** Everybody on it. */
  people: ReschedulableTraveller[]
  /** How many may be chosen to move: all of them only, where they fly whole. */
  size: number
  seatLimitLbs: number
  /** In the order in which they are rescheduled. */
  items: ItemToReschedule[]
  gifts: PayingGift[]
  feeRule: RescheduleFeeRule
  /**
   * Its flight is delayed, or has another time by a transfer: moving is free until it boards, whatever the
   * brand's rules say.
   */
  hasNewTime: boolean
}

/**
 * What of an order is on a flight and may be rescheduled; the order's row must be locked before
 * acting on it.
 * @param flightId the order's flight; undefined for its only one
 * @param begun the reschedule was requested in time and may still be paid after check-in began
 * @returns undefined when the order has no such flight, or several and none is named
 */
export async function loadReschedulable(
  db: DbOrTx,
  order: OrderRow,
  flightId: number | undefined,
  { now, begun = false }: { now: Date; begun?: boolean },
): Promise<ReschedulableParty | undefined> {
  const items = await findItems(db, order)
  const ids = [...new Set(items.map((item) => item.flightId))]
  const whole = order.quantityType === 'flight'
  const from = flightId ?? (whole || ids.length === 1 ? ids[0] : undefined)
  if (from === undefined || !ids.includes(from)) return undefined
  const fromFlightIds = whole ? ids : [from]
  const found = await findFlights(db, fromFlightIds)
  const [first] = found
  if (!first) return undefined
  const moved = items.filter((item) => fromFlightIds.includes(item.flightId))
  const [[terms], units, people, transferred, gifts] = await Promise.all([
    db
      .select({ allowed: brands.rescheduling, feeRule: brands.rescheduleFee })
      .from(brands)
      .where(eq(brands.id, order.brandId)),
    countUnits(db, order, fromFlightIds),
    findPeople(db, order, fromFlightIds, ids),
    findTransferredFlights(db, order.id),
    findGifts(db, order.id, moved),
  ])
  const hasNewTime =
    found.some(({ delayMins }) => delayMins > 0) || fromFlightIds.some((id) => transferred.has(id))
  const closesAt = hasNewTime ? first.expectedAt : addMinutes(first.departAt, -first.checkInMins)
  const state = {
    ...order,
    paid: order.completedAt !== null || isPaidInPart(order),
    allowed: hasNewTime || (terms?.allowed ?? false),
  }
  return {
    obstacle: findRescheduleObstacle(state, units > 0 ? found.map(toFly) : [], {
      now,
      checkInAt: begun ? null : closesAt,
    }),
    fromFlightIds,
    fromSlotIds: found.map(({ slotId }) => slotId),
    productId: first.productId,
    productName:
      first.productId === order.productId ? boughtName(order, first.productName) : first.productName,
    departureId: first.departureId,
    departAt: first.departAt,
    timezone: first.timezone,
    closesAt,
    units,
    people,
    size: whole ? people.length || order.quantity : Math.min(units, people.length),
    seatLimitLbs: first.seatLimitLbs,
    items: moved.map((item) => asItemToMove(order, item)),
    gifts,
    feeRule: hasNewTime ? 'none' : (terms?.feeRule ?? 'once'),
    hasNewTime,
  }
}

/** A delayed flight is over when it leaves, not when it was to leave. */
const toFly = ({ expectedAt: departAt, status }: Awaited<ReturnType<typeof findFlights>>[number]) => ({
  departAt,
  status,
})

function findItems(db: DbOrTx, { id, quantityType }: OrderRow): Promise<ItemRow[]> {
  const items = quantityType === 'seat' ? orderItemSeats : orderItemFlights
  return db
    .select({
      id: items.id,
      flightId: items.flightId,
      quantity: quantityType === 'seat' ? orderItemSeats.quantity : sql<number>`1`,
      unitPriceCents: items.unitPriceCents,
      paidListCents: items.paidListCents,
      giftCardIds: items.giftCardIds,
    })
    .from(items)
    .where(eq(items.orderId, id))
    .orderBy(asc(items.id))
}

function findFlights(db: DbOrTx, ids: readonly number[]) {
  return db
    .select({
      slotId: slots.id,
      productId: slots.productId,
      productName: products.name,
      departureId: slots.departureId,
      departAt: slots.departAt,
      expectedAt: flights.departAt,
      delayMins: flights.delayMins,
      status: flights.status,
      timezone: terminals.timezone,
      checkInMins: products.checkInMins,
      seatLimitLbs: aircraftTypes.seatLimitLbs,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(inArray(flights.id, [...ids]))
    .orderBy(asc(slots.departAt), asc(flights.id))
}

/** The units that were not refunded; refunded seats are not rescheduled. */
async function countUnits(db: DbOrTx, { id, quantityType }: OrderRow, flightIds: readonly number[]) {
  const sold = await db
    .select({ seats: holds.seats })
    .from(holds)
    .where(and(eq(holds.orderId, id), eq(holds.state, 'sold'), inArray(holds.flightId, [...flightIds])))
  return quantityType === 'flight' ? sold.length : sold.reduce((sum, { seats }) => sum + seats, 0)
}

/** Passengers without a named flight are on the order's first flight. */
async function findPeople(
  db: DbOrTx,
  order: OrderRow,
  flightIds: readonly number[],
  ofOrder: readonly number[],
): Promise<ReschedulableTraveller[]> {
  const rows = await db
    .select()
    .from(passengers)
    .where(and(eq(passengers.orderId, order.id), isFlying))
    .orderBy(asc(passengers.position))
  const soldTypes = order.pricing?.facts.passengerTypes
  const isTyped = rows.some(({ passengerType }) => passengerType !== null)
  const moved = isTyped ? await findTypedSeats(db, order.id) : new Map<number, TypedSeat>()
  return rows
    .filter(({ flightId }) => flightIds.includes(flightId ?? ofOrder[0] ?? 0))
    .map(({ id, fullName, weightLbs, passengerTypeId: typeId, passengerType }) => ({
      ...{ id, fullName, weightLbs, passengerType },
      percentOff: moved.get(id)?.percentOff ?? soldTypes?.find((type) => type.id === typeId)?.percentOff ?? 0,
      paidCents: moved.get(id)?.paidCents,
    }))
}

const asItemToMove = (order: OrderRow, item: ItemRow): ItemToReschedule => ({
  id: item.id,
  quantity: item.quantity,
  soldListCents: soldListCents(order, item),
  paidListCents: item.paidListCents ?? soldListCents(order, item),
  giftCardIds: item.giftCardIds,
})

/** The list price at the sale; older orders without pricing facts use the paid price. */
function soldListCents({ pricing, quantityType }: OrderRow, { unitPriceCents }: ItemRow): number {
  if (!pricing || 'unit' in pricing.cart) return unitPriceCents
  return findUnitPrice(pricing.facts, quantityType)?.listCents ?? unitPriceCents
}

async function findGifts(db: DbOrTx, orderId: number, items: readonly ItemRow[]): Promise<PayingGift[]> {
  const { id, productId, goodForFareId, goodForFareIds } = giftCards
  const found = await db
    .select({ id, productId, goodForFareId, goodForFareIds })
    .from(orderTenders)
    .innerJoin(giftCards, eq(giftCards.id, orderTenders.giftCardId))
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'captured')))
    .orderBy(asc(giftCards.id))
  if (found.length === 0) return []
  const { fares } = await readCatalogue(db)
  const paid = found.map((card) => ({ id: card.id, scope: findGiftScope(card, fares) }))
  if (items.some(({ giftCardIds }) => giftCardIds === null)) return paid
  return paid.filter((card) => items.some(({ giftCardIds }) => giftCardIds?.includes(card.id)))
}
