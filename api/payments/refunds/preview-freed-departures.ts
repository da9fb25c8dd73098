import { and, asc, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type FreedDeparture } from '#contract/freed-departure.ts'
import { type Tx } from '../../db/client.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { waitlistEntries } from '../../db/schema/waitlist.ts'
import { type ApiDeps } from '../../deps.ts'
import { countParties, isFlying } from '../../seats/count-party.ts'
import { previewWaitlistOffers } from '../../waitlist/serve-waitlist.ts'

/** The flights of an order before a refund, with what it has sold on each of them. */
export interface BookedFlights {
  load: OrderLoad
  flights: Awaited<ReturnType<typeof findFlights>>
}

/** The sold seats and the passengers of an order, by flight. */
type OrderLoad = ReadonlyMap<number, { seats: number; people: number }>

export async function readBookedFlights(tx: Tx, orderId: number): Promise<BookedFlights> {
  const load = await readOrderLoad(tx, orderId)
  return { load, flights: await findFlights(tx, [...load.keys()]) }
}

async function readOrderLoad(tx: Tx, orderId: number): Promise<OrderLoad> {
  const [party] = await countParties(tx, [orderId])
  return new Map(
    party?.seated.map(({ flightId, people }) => {
      const here = party.holds.filter((hold) => hold.flightId === flightId)
      const seats = here.reduce((sum, hold) => sum + hold.seats, 0)
      return [flightId, { seats, people: people.length }]
    }),
  )
}

/**
 * The flights on which a refund or a cancellation that was just written has freed seats, with what
 * follows: who leaves the manifest, and who waits and is offered the seats. The offers are written
 * as well, so the caller must roll everything back.
 */
export async function previewFreedDepartures(
  tx: Tx,
  deps: ApiDeps,
  orderId: number,
  before: BookedFlights,
): Promise<FreedDeparture[]> {
  const after = await readOrderLoad(tx, orderId)
  // The waitlist of a slot is served once for all of its aircraft.
  const lines = new Map<number, Awaited<ReturnType<typeof previewLine>>>()
  const departures: FreedDeparture[] = []
  for (const flight of before.flights) {
    const had = before.load.get(flight.id) ?? NOTHING
    const left = after.get(flight.id) ?? NOTHING
    if (had.seats <= left.seats) continue
    const line = lines.get(flight.slotId) ?? (await previewLine(tx, deps, flight.slotId))
    lines.set(flight.slotId, line)
    departures.push({
      flight_id: flight.id,
      flight_code: flight.code,
      product_name: flight.product,
      depart_at: flight.departAt.toISOString(),
      timezone: flight.timezone,
      status: flight.status,
      seats: had.seats - left.seats,
      people: had.people - left.people,
      checked_in: flight.checkedIn,
      ...line,
    })
  }
  return departures
}

const NOTHING = { seats: 0, people: 0 }

function findFlights(tx: Tx, flightIds: readonly number[]) {
  const checkedIn = tx
    .select({ people: count() })
    .from(passengers)
    .where(
      and(
        isFlying,
        eq(passengers.boarding, 'checked_in'),
        or(isNull(passengers.flightId), eq(passengers.flightId, flights.id)),
        inArray(
          passengers.orderId,
          tx
            .select({ id: holds.orderId })
            .from(holds)
            .where(and(eq(holds.flightId, flights.id), eq(holds.state, 'sold'))),
        ),
      ),
    )
  return tx
    .select({
      id: flights.id,
      slotId: flights.slotId,
      code: flights.flightCode,
      product: products.name,
      departAt: slots.departAt,
      timezone: terminals.timezone,
      status: flights.status,
      checkedIn: sql<number>`(${checkedIn})::int`,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(inArray(flights.id, [...flightIds]))
    .orderBy(asc(slots.departAt), asc(flights.id))
}

/** Who waits for a departure, and how many of them would be made an offer. */
async function previewLine(
  tx: Tx,
  deps: ApiDeps,
  slotId: number,
): Promise<Pick<FreedDeparture, 'waiting' | 'offered' | 'offers_end_at'>> {
  const [line] = await tx
    .select({
      parties: count(),
      seats: sql<number>`coalesce(sum(${waitlistEntries.quantity}), 0)::int`,
    })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.slotId, slotId), eq(waitlistEntries.status, 'waiting')))
  const { offered, offersEndAt } = await previewWaitlistOffers(tx, deps, slotId)
  return {
    waiting: line ?? { parties: 0, seats: 0 },
    offered,
    offers_end_at: offersEndAt?.toISOString() ?? null,
  }
}
