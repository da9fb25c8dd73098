import { aliasedTable, and, asc, between, eq, gt, or, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { aircraft, products, terminals } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { users } from '../../db/schema/people.ts'
import { isInService } from '../../flights/outages/is-in-service.ts'
import { fullName } from '../../flights/pilots.ts'
import { findDaylight } from '../../rules/time/flight-day.ts'
import { type RippleFlight } from '../rules/delay-ripple.ts'

/** A flight of the day of a delay, with what the preview says of it. */
export interface DelayFlight extends RippleFlight {
  slotId: number
  productId: number
  productName: string
  terminalName: string
  timezone: string
  registration: string
  inService: boolean
  pilotName: string | null
  delayReason: typeof flights.$inferSelect.delayReason
  delayWords: string | null
  lastLight: Date | null
}

const MINUTE = 60_000
const arrivals = aliasedTable(terminals, 'arrivals')

/**
 * The flight itself, with the booked flights of its date and of the dates around it: a late evening goes on
 * into the morning, and the first flight of a day waits for the last one before midnight. Empty if there is
 * no such flight.
 */
export async function loadDelayDay(db: DbOrTx, flightId: number): Promise<DelayFlight[]> {
  const dateOf = sql`(select own.local_date from slots own join flights f on f.slot_id = own.id
    where f.id = ${flightId})`
  const rows = await db
    .select({
      flight: flights,
      slot: slots,
      productName: products.name,
      from: terminals,
      to: { id: arrivals.id, latitude: arrivals.latitude, longitude: arrivals.longitude },
      registration: aircraft.registration,
      inService: isInService,
      pilotName: fullName,
    })
    .from(slots)
    .innerJoin(flights, eq(flights.slotId, slots.id))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(arrivals, eq(arrivals.id, products.arrivalTerminalId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .leftJoin(users, eq(users.id, flights.pilotId))
    .where(
      and(
        between(slots.localDate, sql`${dateOf} - 1`, sql`${dateOf} + 1`),
        or(gt(sql`${flights.seatsSold} + ${flights.seatsHeld}`, 0), eq(flights.id, flightId)),
      ),
    )
    .orderBy(asc(flights.departAt), asc(flights.id))
  return rows.map(({ flight, slot, from, ...row }) => ({
    ...row,
    id: flight.id,
    slotId: slot.id,
    productId: slot.productId,
    code: flight.flightCode,
    status: flight.status,
    aircraftId: flight.aircraftId,
    pilotId: flight.pilotId,
    pilotName: flight.pilotId === null ? null : row.pilotName,
    scheduledAt: slot.departAt,
    flightMins: (slot.arriveAt.getTime() - slot.departAt.getTime()) / MINUTE,
    busyMins: (flight.readyAt.getTime() - flight.departAt.getTime()) / MINUTE,
    delayMins: flight.delayMins,
    ownDelayMins: flight.ownDelayMins,
    delayReason: flight.delayReason,
    delayWords: flight.delayWords,
    terminalName: from.name,
    timezone: from.timezone,
    from: { id: from.id, latitude: from.latitude, longitude: from.longitude },
    lastLight: findDaylight(slot.departAt, from).dusk,
  }))
}
