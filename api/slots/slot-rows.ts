import { and, asc, eq, inArray, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { rawStatement, statement } from '../db/statement.ts'
import { type FlightState } from '../rules/time/flight-day.ts'
import { type FlightLoad } from '../rules/departures/availability.ts'

/** A flight of a slot, read under the slot's lock. */
export interface LockedFlight extends FlightLoad {
  id: number
  slotId: number
  aircraftId: number
  status: FlightState
}

/** A departure on one day, which has one slot at the most. */
export interface DepartureDay {
  departureId: number
  localDate: string
}

/** The id of a slot that the statement names by its departure and day. */
export const slotOfDay = sql`(select "id" from "slots"
  where "departure_id" = ${sql.placeholder('departureId')} and "local_date" =
    ${sql.placeholder('localDate')})`

/** A slot, read under its lock. */
interface LockedSlot {
  id: number
  calledOffAt: Date | null
  weatherHoldId: number | null
}

/**
 * Locks slot rows in id order, so that two transactions never deadlock. Lock order rows before.
 */
export async function lockSlotRows(tx: Tx, slotIds: readonly number[]): Promise<LockedSlot[]> {
  if (slotIds.length === 0) return []
  return tx
    .select({ id: slots.id, calledOffAt: slots.calledOffAt, weatherHoldId: slots.weatherHoldId })
    .from(slots)
    .where(inArray(slots.id, [...slotIds]))
    .orderBy(asc(slots.id))
    .for('update')
}

/** Releases the seats of expired holds without an open payment. The slots must be locked. */
export async function releaseLapsedHolds(tx: Tx, slotIds: readonly number[], now: Date): Promise<void> {
  if (slotIds.length > 0) await releaseOn(tx, { slotIds, now })
}

/** The same on a slot that is named by its departure and day. */
export const releaseLapsedOnDay = (tx: Tx, day: DepartureDay, now: Date) => releaseOnDay(tx, { ...day, now })

const releaseLapsed = (onSlots: SQL) => sql`
  with released as (
    update "holds" set "state" = 'released' from "flights"
    where "flights"."id" = "holds"."flight_id" and "flights"."slot_id" = ${onSlots}
      and "holds"."state" = 'held' and not "holds"."payment_open" and "holds"."expires_at" <=
        ${sql.placeholder('now')}
    returning "holds"."flight_id", "holds"."seats"
  ), summed as (
    select "flight_id", sum("seats")::int as "seats" from released group by "flight_id"
  )
  update "flights" set "seats_held" = "seats_held" - summed."seats"
  from summed where "flights"."id" = summed."flight_id"`

const releaseOn = rawStatement<{ slotIds: readonly number[]; now: Date }>(
  releaseLapsed(sql`any(${sql.placeholder('slotIds')}::int[])`),
)
const releaseOnDay = rawStatement<DepartureDay & { now: Date }>(releaseLapsed(slotOfDay))

/**
 * The flights of a slot with their occupied seats and weight. The flight whose seats are sold
 * singly comes first.
 */
export const loadFlights = (tx: Tx, slotId: number): Promise<LockedFlight[]> => selectFlights(tx, { slotId })

/** The same of a slot that is named by its departure and day. */
export const loadFlightsOfDay = (tx: Tx, { departureId, localDate }: DepartureDay): Promise<LockedFlight[]> =>
  selectFlightsOfDay(tx, { departureId, localDate })

const flightsOf = (slotId: SQLWrapper) => (db: DbOrTx) =>
  db
    .select({
      id: flights.id,
      slotId: flights.slotId,
      aircraftId: flights.aircraftId,
      status: flights.status,
      capacity: flights.capacity,
      maxWeightLbs: flights.maxWeightLbs,
      seatsTaken: sql<number>`${flights.seatsSold} + ${flights.seatsHeld}`.mapWith(Number),
      weightTakenLbs: sql<number>`coalesce(sum(${holds.weightLbs}), 0)`.mapWith(Number),
      staffSeats: sql<number>`coalesce(sum(${holds.seats}) filter (where ${holds.byStaff}), 0)`.mapWith(
        Number,
      ),
    })
    .from(flights)
    .leftJoin(holds, and(eq(holds.flightId, flights.id), ne(holds.state, 'released')))
    .where(and(eq(flights.slotId, slotId), ne(flights.status, 'called_off')))
    .groupBy(flights.id)
    .orderBy(asc(flights.id))

const selectFlights = statement<{ slotId: number }, LockedFlight[]>(flightsOf(sql.placeholder('slotId')))
const selectFlightsOfDay = statement<{ departureId: number; localDate: string }, LockedFlight[]>(
  flightsOf(slotOfDay),
)
