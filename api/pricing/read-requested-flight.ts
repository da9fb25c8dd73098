import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { leaveTogether } from '../rules/departures/two-aircraft.ts'

/** What an order asks for, before anything is known of the catalogue. */
export interface RequestedFlight {
  quantityType: 'seat' | 'flight'
  departureId: number
  departAt: Date
  /** Seats, or the size of a whole flight's party where it was said. */
  quantity: number | undefined
  /** The number of requested aircraft; 0 for seats. */
  aircraft: number
  /** List price of one seat or aircraft as the shopper saw it, in dollars. */
  claimedPrice: number | undefined
  /** The second flight of a party on two aircraft, which leaves later, and how many of it are on it. */
  second?: { departureId: number; departAt: Date; quantity: number } | undefined
}

type RequestedFlightResult =
  { ok: true; wanted: RequestedFlight } | { ok: false; reason: 'invalid'; fields: FieldErrors }

const invalid = (fields: FieldErrors): RequestedFlightResult => ({ ok: false, reason: 'invalid', fields })

const ONE_DEPARTURE = 'One order holds one departure. Please place another order for the other flight.'
const ONE_PRICE = 'Seats of one departure have one price'

/** Reads seats or whole flights out of an order's payload; exactly one kind, on one departure. */
export async function readRequestedFlight(db: DbOrTx, fields: OrderFields): Promise<RequestedFlightResult> {
  const { order_item_seats_attributes: seats, order_item_flights_attributes: whole } = fields
  if (seats.length > 0 && whole.length > 0) {
    return invalid({ base: ['Please choose seats or the whole flight, not both'] })
  }
  return whole.length > 0 ? readWhole(fields) : readSeats(db, seats)
}

/**
 * Several seat items of one departure are one party; with items of a second departure it is a party on
 * two aircraft. Every further departure has an order of its own.
 */
async function readSeats(
  db: DbOrTx,
  seats: OrderFields['order_item_seats_attributes'],
): Promise<RequestedFlightResult> {
  const [first] = seats
  if (!first) return invalid({ base: ['Please check you selected the date and time'] })
  const asked: NonNullable<RequestedFlight['second']>[] = []
  for (const [at, seat] of seats.entries()) {
    const departureId = seat.departure_id ?? (await departureOfFlight(db, seat.flight_id))
    const field = `order_item_seats_attributes.${String(at)}`
    if (departureId === undefined) return invalid({ [`${field}.departure_id`]: ['This field is required'] })
    if (seat.price !== first.price) return invalid({ [`${field}.price`]: [ONE_PRICE] })
    addSeats(asked, { departureId, departAt: new Date(seat.depart_at), quantity: seat.quantity })
  }
  const [earlier, second, ...more] = asked.toSorted(byDeparture)
  const isApart = second && !leaveTogether(earlier?.departAt ?? second.departAt, second.departAt)
  if (!earlier || isApart || more.length > 0) {
    return invalid({ order_item_seats_attributes: [ONE_DEPARTURE] })
  }
  return {
    ok: true,
    wanted: {
      quantityType: 'seat',
      ...earlier,
      quantity: earlier.quantity + (second?.quantity ?? 0),
      aircraft: 0,
      claimedPrice: first.price,
      second,
    },
  }
}

type AskedSeats = NonNullable<RequestedFlight['second']>

function addSeats(asked: AskedSeats[], { departureId, departAt, quantity }: AskedSeats): void {
  const same = asked.find(
    (one) => one.departureId === departureId && one.departAt.getTime() === departAt.getTime(),
  )
  if (same) same.quantity += quantity
  else asked.push({ departureId, departAt, quantity })
}

const byDeparture = (one: AskedSeats, other: AskedSeats): number =>
  one.departAt.getTime() - other.departAt.getTime() || one.departureId - other.departureId

function readWhole({
  order_item_flights_attributes: whole,
  passengers_attributes: people,
}: OrderFields): RequestedFlightResult {
  const [first] = whole
  if (!first) return invalid({ base: ['Please check you selected the date and time'] })
  const departAt = new Date(first.depart_at)
  const apart = whole.some(
    (one) =>
      one.departure_id !== first.departure_id || new Date(one.depart_at).getTime() !== departAt.getTime(),
  )
  if (apart) return invalid({ order_item_flights_attributes: [ONE_DEPARTURE] })
  const sizes = whole.map(({ quantity }) => quantity).filter((quantity) => quantity !== undefined)
  const said = sizes.length > 0 ? sizes.reduce((sum, size) => sum + size, 0) : undefined
  return {
    ok: true,
    wanted: {
      quantityType: 'flight',
      departureId: first.departure_id,
      departAt,
      // Spec section 9: passengers are counted if more than one.
      quantity: said ?? (people.length > 1 ? people.length : undefined),
      aircraft: whole.length,
      claimedPrice: first.price,
    },
  }
}

async function departureOfFlight(db: DbOrTx, flightId: number | undefined): Promise<number | undefined> {
  if (flightId === undefined) return undefined
  const [found] = await db
    .select({ departureId: slots.departureId })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(eq(flights.id, flightId))
  return found?.departureId
}
