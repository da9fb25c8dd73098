import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Manifest } from '#contract/passenger.ts'
import { type DbOrTx } from '../../db/client.ts'
import { aircraft, aircraftTypes, products, terminals } from '../../db/schema/catalogue.ts'
import { flights, holds, slots } from '../../db/schema/inventory.ts'
import { orderItemUpgrades, passengers } from '../../db/schema/orders.ts'
import { waiverSignatures } from '../../db/schema/passengers.ts'
import { users } from '../../db/schema/people.ts'
import { nextSteps } from '../../domain/flights/flight-steps.ts'
import { listPhotos } from '../flights/list-photos.ts'

/**
 * Who flies on one aircraft and what they weigh. The only way to a weight: for operations, and for the pilot of the
 * flight.
 *
 * @param about.pilotId whose flight it has to be; undefined for operations
 */
export async function readManifest(
  db: DbOrTx,
  flightId: number,
  { pilotId, now }: { pilotId: number | undefined; now: Date },
): Promise<Manifest | undefined> {
  const [found] = await db
    .select({
      flight: flights,
      seatLimit: aircraftTypes.seatLimitLbs,
      registration: aircraft.registration,
      product: products.name,
      terminal: { name: terminals.name, timezone: terminals.timezone },
      pilot: sql<string | null>`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .leftJoin(users, eq(users.id, flights.pilotId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(flights.id, flightId))
  if (!found || (pilotId !== undefined && found.flight.pilotId !== pilotId)) return undefined
  const { flight, seatLimit } = found
  const sold = and(eq(holds.flightId, flightId), eq(holds.state, 'sold'))
  const parties = await db.select({ weightLbs: holds.weightLbs }).from(holds).where(sold)
  const people = await db
    .selectDistinct({ passenger: passengers, signed: waiverSignatures.version })
    .from(holds)
    .innerJoin(passengers, eq(passengers.orderId, holds.orderId))
    .leftJoin(waiverSignatures, eq(waiverSignatures.passengerId, passengers.id))
    // A party on several aircraft is told apart at check-in: until then it is on the list of each.
    .where(and(sold, or(eq(passengers.flightId, flightId), isNull(passengers.flightId))))
    .orderBy(asc(passengers.orderId), asc(passengers.position))
  const orderIds = people.map(({ passenger }) => passenger.orderId)
  const upgrades = orderIds.length === 0 ? [] : await db.select().from(orderItemUpgrades).where(inArray(orderItemUpgrades.orderId, orderIds)) // prettier-ignore
  const photos = await listPhotos(db, [flight.id])
  return {
    flight: {
      product_name: found.product,
      terminal_name: found.terminal.name,
      timezone: found.terminal.timezone,
      registration: found.registration,
      pilot_name: flight.pilotId === null ? null : found.pilot,
      status: flight.status,
      next_statuses: nextSteps(flight.status, { departAt: flight.departAt, now }),
      photos: photos.map(({ id, file_name }) => ({ id, file_name })),
    },
    flight_id: flight.id,
    flight_code: flight.flightCode,
    depart_at: flight.departAt.toISOString(),
    capacity: flight.capacity,
    seats_sold: flight.seatsSold,
    max_weight_lbs: flight.maxWeightLbs,
    total_weight_lbs: parties.reduce((sum, { weightLbs }) => sum + weightLbs, 0),
    passengers: people.map(({ passenger, signed }) => ({
      id: passenger.id,
      order_id: passenger.orderId,
      full_name: passenger.fullName,
      weight_lbs: passenger.weightLbs,
      seats: (passenger.weightLbs ?? 0) > seatLimit ? 2 : 1,
      seating: passenger.seating,
      waiver_signed: signed !== null,
      boarding: passenger.boarding,
      boarding_note: passenger.boardingNote,
      upgrades: upgrades
        .filter((one) => one.orderId === passenger.orderId)
        .map(({ name, quantity }) => (quantity > 1 ? `${String(quantity)} × ${name}` : name)),
    })),
  }
}
