import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'

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

/** Several seat items of one departure are one party; each departure has an order of its own. */
async function readSeats(
  db: DbOrTx,
  seats: OrderFields['order_item_seats_attributes'],
): Promise<RequestedFlightResult> {
  const [first] = seats
  if (!first) return invalid({ base: ['Please check you selected the date and time'] })
  const departAt = new Date(first.depart_at)
  const departureIds: number[] = []
  for (const [at, seat] of seats.entries()) {
    const departureId = seat.departure_id ?? (await departureOfFlight(db, seat.flight_id))
    const field = `order_item_seats_attributes.${String(at)}`
    if (departureId === undefined) return invalid({ [`${field}.departure_id`]: ['This field is required'] })
    if (seat.price !== first.price) return invalid({ [`${field}.price`]: [ONE_PRICE] })
    departureIds.push(departureId)
  }
  const [departureId = 0] = departureIds
  const apart = seats.some(({ depart_at: at }) => new Date(at).getTime() !== departAt.getTime())
  if (apart || departureIds.some((id) => id !== departureId)) {
    return invalid({ order_item_seats_attributes: [ONE_DEPARTURE] })
  }
  return {
    ok: true,
    wanted: {
      quantityType: 'seat',
      departureId,
      departAt,
      quantity: seats.reduce((sum, { quantity }) => sum + quantity, 0),
      aircraft: 0,
      claimedPrice: first.price,
    },
  }
}

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
