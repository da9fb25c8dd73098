import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { demoFares } from '../../db/seed/demo-timetable.ts'
import { departureResource } from '../../catalogue/product-resources.ts'
import { aircraftResource } from '../../flights/aircraft-resources.ts'
import { flightResource } from '../../flights/flight-resource.ts'
import { boardPassenger } from '../../passengers/board-passenger.ts'
import { changeRow, createRow, type WriteResult } from '../../resources/write-rows.ts'
import { addDays, addMinutes, dayOfWeek, instantOf, toLocalTime } from '../../rules/time/local-time.ts'
import { findProduct } from './departures.ts'
import { type Refused } from './drive-sales.ts'
import { deskOf, type SeasonShop, writerOf } from './season-shop.ts'
import { type HouseStep } from './steps.ts'

type Step<Kind extends HouseStep['kind']> = Extract<HouseStep, { kind: Kind }>

const describe = (written: WriteResult): Refused =>
  written.ok ? undefined : 'error' in written ? `${written.reason} ${written.error}` : written.reason

/** A rule of the timetable that is on sale for one day only. */
export async function addDeparture(shop: SeasonShop, { key, departure }: Step<'extra'>): Promise<Refused> {
  const { productId, departAt, date } = departure
  const { zone } = findProduct(productId)
  const sent = {
    product_id: productId,
    day_of_week: dayOfWeek(date),
    departure_type: 'fixed',
    time: toLocalTime(departAt, zone),
    fare_id: demoFares.find((fare) => fare.productId === productId)?.id ?? null,
    publish_status: 'published',
    publish_until: instantOf(addDays(date, 1), '00:00', zone).toISOString(),
  }
  const made = await createRow(shop.deps, departureResource, sent, writerOf(shop))
  if (made.ok) await shop.record.keep(key, made.row.id)
  return describe(made)
}

export async function leaseAircraft(shop: SeasonShop, step: Step<'spare'>): Promise<Refused> {
  const { aircraftTypeId, terminalId } = findProduct(step.productId)
  const sent = { registration: step.registration, aircraft_type_id: aircraftTypeId, terminal_id: terminalId }
  const made = await createRow(shop.deps, aircraftResource, sent, writerOf(shop))
  if (made.ok) await shop.record.keep(step.key, made.row.id)
  return describe(made)
}

const change = async (shop: SeasonShop, flightId: number, sent: Record<string, unknown>): Promise<Refused> =>
  describe(await changeRow(shop.deps, flightResource, flightId, sent, writerOf(shop)))

/** The flight of a booking boards, on the spare aircraft where one is named. */
export async function board(shop: SeasonShop, orderId: number, spare: string | undefined): Promise<Refused> {
  const flightId = await findFlight(shop, orderId)
  if (flightId === undefined) return 'no_seat'
  if (spare !== undefined) {
    const refused = await change(shop, flightId, { aircraft_id: shop.record.find(spare) ?? 0 })
    if (refused !== undefined) return refused
  }
  return boardFlight(shop, flightId)
}

async function findFlight({ deps }: SeasonShop, orderId: number): Promise<number | undefined> {
  const [seat] = await deps.database.db
    .select({ flightId: holds.flightId })
    .from(holds)
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'sold')))
    .limit(1)
  return seat?.flightId
}

async function boardFlight(shop: SeasonShop, flightId: number): Promise<Refused> {
  const people = await shop.deps.database.db
    .selectDistinct({ id: passengers.id })
    .from(passengers)
    .innerJoin(holds, and(eq(holds.orderId, passengers.orderId), eq(holds.state, 'sold')))
    .where(
      and(
        eq(holds.flightId, flightId),
        eq(passengers.staysHome, false),
        // Of a party on two aircraft those of this one.
        or(isNull(passengers.flightId), eq(passengers.flightId, flightId)),
      ),
    )
    .orderBy(asc(passengers.id))
  for (const { id: passengerId } of people) {
    const wish = { boarding: 'checked_in' as const }
    const here = await boardPassenger(shop.deps, { flightId, passengerId, wish, by: deskOf(shop) })
    if (!here.ok) return here.reason
  }
  return change(shop, flightId, { status: 'boarding' })
}

const leave = (shop: SeasonShop, flightId: number): Promise<Refused> =>
  change(shop, flightId, { status: 'departed', status_reason: 'Waivers are signed on paper' })

/**
 * A warning light comes on after the flight has left: its aircraft is taken out of service while it
 * flies back, and its party waits beside it.
 */
export async function turnBack(shop: SeasonShop, orderId: number, spare: string): Promise<Refused> {
  const { deps, clock } = shop
  const flightId = await findFlight(shop, orderId)
  if (flightId === undefined) return 'no_seat'
  const left = await leave(shop, flightId)
  if (left !== undefined) return left
  clock.set(addMinutes(clock.now(), 5))
  const id = shop.record.find(spare) ?? 0
  const idle = await changeRow(deps, aircraftResource, id, { in_service: false }, writerOf(shop))
  if (!idle.ok) return describe(idle)
  clock.set(addMinutes(clock.now(), 2))
  return change(shop, flightId, { status: 'boarding', status_reason: 'Came back with a warning light' })
}

/** Flights of the last hour have left by their time; those that board already are late. */
export async function leaveOnTime(shop: SeasonShop, date: string): Promise<Refused> {
  const { deps, clock } = shop
  const due = await deps.database.db
    .select({ id: flights.id })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      and(
        eq(slots.localDate, date),
        eq(flights.status, 'scheduled'),
        gt(flights.seatsSold, 0),
        lt(flights.departAt, clock.now()),
      ),
    )
    .orderBy(asc(flights.departAt), asc(flights.id))
  for (const { id } of due) {
    const refused = (await boardFlight(shop, id)) ?? (await leave(shop, id))
    if (refused !== undefined) return refused
  }
  return undefined
}
