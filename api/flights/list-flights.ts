import { and, asc, count, desc, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { type AccountFlight } from '#contract/flight.ts'
import { type Db } from '../db/client.ts'
import { aircraft, aircraftTypes } from '../db/schema/catalogue.ts'
import { flightPhotos } from '../db/schema/flight-photos.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { shownFlightStatus } from '../rules/time/flight-day.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { expectedArrival } from '../slots/expected-times.ts'
import { type SignedInCaller } from '../http/http.ts'
import { ownOrders } from '../store/orders/own-orders.ts'
import { readOrderFlights } from '../store/orders/read-order-flights.ts'
import { isFlying } from '../seats/count-party.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { sortPresentedRows } from '../http/sort-rows.ts'

/** The fields of a flight that are a single value. */
export const accountFlightSorts = [
  'depart_at',
  'arrive_at',
  'check_in_at',
  'status',
  'flight_id',
  'flight_code',
  'product_id',
  'product_name',
  'product_slug',
  'place',
  'departure_id',
  'local_date',
  'local_time',
  'timezone',
  'timezone_label',
  'flight_duration_mins',
  'terminal_id',
  'terminal_name',
  'terminal_address',
  'terminal_latitude',
  'terminal_longitude',
  'photo_count',
] as const satisfies (keyof AccountFlight)[]

export interface FlightFilter {
  /** Flights that have not landed yet, or those that have. */
  when?: 'coming' | 'past' | undefined
  flightId?: number | undefined
}

/** Orders with seats to fly: paid, and not refunded completely. */

/**
 * Lists flights that the caller has seats on: coming ones soonest first, past ones latest first.
 */
export async function listFlights(
  db: Db,
  caller: SignedInCaller,
  { when, flightId }: FlightFilter,
  page: ListPage & { now: Date },
): Promise<{ rows: AccountFlight[]; totalCount: number }> {
  const condition = and(
    await ownOrders(db, caller),
    inArray(orders.status, [...bookedStatuses]),
    eq(holds.state, 'sold'),
    idsCondition(flights.id, page),
    flightId === undefined ? undefined : eq(flights.id, flightId),
    when === undefined
      ? undefined
      : when === 'coming'
        ? gt(expectedArrival, page.now)
        : lte(expectedArrival, page.now),
  )
  const sortsPresented = page.sort !== undefined && page.sort.column !== 'depart_at'
  const { limit, offset } = sortsPresented ? ALL_OWN : page
  const latestFirst = page.sort ? page.sort.descending : when !== 'coming'
  const direction = latestFirst ? desc : asc
  const found = await ownFlights(db, condition)
    .orderBy(direction(slots.departAt), direction(flights.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ all: count() }).from(ownFlights(db, condition).as('own'))
  const rows = await presentFlights(
    db,
    condition,
    found.map(({ id }) => id),
    page.now,
  )
  return sortsPresented ? sortPresentedRows(rows, page) : { rows, totalCount: counted?.all ?? 0 }
}

/** All flights of an account; none has more. */
const ALL_OWN = { limit: 10_000, offset: 0 }

const ownFlights = (db: Db, condition: SQL | undefined) =>
  db
    .selectDistinct({ id: flights.id, departAt: slots.departAt })
    .from(holds)
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(condition)

/** How many passengers of an order fly: after a partial refund, those who do not stay home. */
const peopleOnBoard = sql<number>`case when ${orders.status} = 'partially_refunded'
    or ${orders.status} = 'partially_paid' and exists (select from ${orderRefunds}
      where ${orderRefunds.orderId} = ${orders.id})
  then (select count(*)::int from ${passengers} where ${passengers.orderId} = ${orders.id} and ${isFlying})
  else ${orders.quantity} end`

async function presentFlights(
  db: Db,
  condition: SQL | undefined,
  ids: number[],
  now: Date,
): Promise<AccountFlight[]> {
  if (ids.length === 0) return []
  const presented = await readOrderFlights(db, ids)
  const rows = await db
    .select({ flight: flights, slot: slots, aircraft, type: aircraftTypes, photos: count(flightPhotos.id) })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .leftJoin(flightPhotos, eq(flightPhotos.flightId, flights.id))
    .where(inArray(flights.id, ids))
    .groupBy(flights.id, slots.id, aircraft.id, aircraftTypes.id)
  const booked = await db
    .selectDistinct({
      flightId: holds.flightId,
      id: orders.id,
      quantityType: orders.quantityType,
      quantity: peopleOnBoard,
    })
    .from(holds)
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(and(condition, inArray(holds.flightId, ids)))
    .orderBy(asc(orders.id))
  return ids.flatMap((id) => {
    const row = rows.find(({ flight }) => flight.id === id)
    const flight = presented.find(({ flight_id: one }) => one === id)
    if (!row || !flight) return []
    const { status, delayMins } = row.flight
    return {
      ...flight,
      status: shownFlightStatus(
        { status, departAt: row.flight.departAt, arriveAt: addMinutes(row.slot.arriveAt, delayMins) },
        now,
      ),
      aircraft: { registration: row.aircraft.registration, type: row.type.name, category: row.type.category },
      orders: booked
        .filter(({ flightId }) => flightId === id)
        .map((order) => ({
          id: order.id,
          number: `O-${String(order.id)}`,
          quantity_type: order.quantityType,
          quantity: order.quantity,
        })),
      photo_count: row.photos,
    }
  })
}
