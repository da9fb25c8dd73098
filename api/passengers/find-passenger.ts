import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { isBooked } from '#contract/enums.ts'
import { type DbOrTx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { passengerLinks, staffTasks, waiverSignatures, passengers } from '../db/schema/passengers.ts'
import { type OrderFlight } from '#contract/order.ts'
import { type PassengerForm } from '#contract/passenger.ts'
import { newestWaiver } from '../store/written-texts/newest-waiver.ts'
import { signatureHolds } from '../store/written-texts/signature-holds.ts'
import { readOrderFlights } from '../store/orders/read-order-flights.ts'
import { isFlying } from '../seats/count-party.ts'

/**
 * All data of a passenger's form and of the buyer's list. It contains the weight, which must not
 * leave the service.
 */
export type FoundPassenger = Awaited<ReturnType<typeof findPassengers>>[number]

/** Staff call the buyer about the passenger, or about the weight of the whole party. */
const isCalled = sql<boolean>`exists (select 1 from ${staffTasks} where ${staffTasks.state} = 'open'
  and (${staffTasks.passengerId} = ${passengers.id} or (${staffTasks.kind} = 'weight_does_not_fit'
    and ${staffTasks.orderId} = ${passengers.orderId})))`

/** They signed a waiver at some time, though it may not count any more. */
const hasSigned = sql<boolean>`exists (select 1 from waiver_signatures w
  where w.passenger_id = ${passengers.id})`

/** Passengers with their link and the waiver that they need not sign again, in the order of the booking. */
export async function findPassengers(db: DbOrTx, where: SQL | undefined) {
  return db
    .select({
      passenger: passengers,
      order: orders,
      link: passengerLinks,
      waiver: waiverSignatures,
      hasSigned,
      isCalled,
      newestWaiver: newestWaiver(orders.brandId),
    })
    .from(passengers)
    .innerJoin(orders, eq(orders.id, passengers.orderId))
    .leftJoin(passengerLinks, eq(passengerLinks.passengerId, passengers.id))
    .leftJoin(waiverSignatures, and(eq(waiverSignatures.passengerId, passengers.id), signatureHolds))
    .where(where)
    .orderBy(asc(passengers.position))
}

/** The passengers of an order who fly, in the order of the booking. */
export const findFlying = (db: DbOrTx, orderId: number) =>
  findPassengers(db, and(eq(passengers.orderId, orderId), isFlying))

/** True when name, weight and waiver are complete; nothing is asked of a no-show. */
export const isPassengerComplete = ({ passenger, waiver }: Pick<FoundPassenger, 'passenger' | 'waiver'>) =>
  passenger.boarding === 'no_show' ||
  (passenger.fullName !== '' && passenger.weightLbs !== null && waiver !== null)

/** The flight of a passenger; the first flight of the order where check-in decides the aircraft. */
export async function findPassengerFlight(
  db: DbOrTx,
  { id, flightId }: { id: number; flightId: number | null },
): Promise<OrderFlight | undefined> {
  if (flightId !== null) return (await readOrderFlights(db, [flightId]))[0]
  const ofOrder = and(eq(holds.orderId, id), eq(holds.forMove, false))
  const rows = await db.select({ flightId: holds.flightId }).from(holds).where(ofOrder)
  const flights = await readOrderFlights(
    db,
    rows.map((row) => row.flightId),
  )
  return flights[0]
}

/** The state of a passenger's own form. A refunded seat has no booking any more. */
export const getOwnPassengerFormState = (
  { order, passenger }: Pick<FoundPassenger, 'order' | 'passenger'>,
  flight: StateFlight,
  now: Date,
): PassengerForm['state'] => (passenger.staysHome ? 'cancelled' : getPassengerFormState(order, flight, now))

type StateFlight = Pick<OrderFlight, 'depart_at' | 'delay' | 'status'>

const LEFT: readonly OrderFlight['status'][] = ['departed', 'landed']

/** When passenger data stops changing: the time at which the flight is expected to leave. */
export const passengerFormEnd = ({ delay, depart_at: sold }: StateFlight): string => delay?.depart_at ?? sold

/**
 * Whether passenger data may still change: until the flight leaves, while the booking stands.
 */
export function getPassengerFormState(
  order: Pick<FoundPassenger['order'], 'status'>,
  flight: StateFlight,
  now: Date,
): PassengerForm['state'] {
  if (!isBooked(order.status)) return 'cancelled'
  if (flight.status === 'called_off') return 'called_off'
  return LEFT.includes(flight.status) || new Date(passengerFormEnd(flight)) <= now ? 'closed' : 'open'
}

/** Whether nobody uses this passenger's form yet, so that a guest of the party may pick it. */
export const isSeatFree = ({ link, waiver }: Pick<FoundPassenger, 'link' | 'waiver'>): boolean =>
  (link?.pickedAt ?? null) === null && waiver === null
