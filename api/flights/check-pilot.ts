import { aliasedTable, and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { aircraft, products, terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { expectedArrival } from '../slots/expected-times.ts'
import { findPilotClash, type PilotFlight } from './rules/pilot-clash.ts'

/** A planned change of a flight: another aircraft, or another turnaround of its aircraft. */
export interface PlannedChange {
  aircraftId?: number | undefined
  turnaround?: { aircraftId: number; minutes: number } | undefined
}

/** No transfer between two of our terminals takes longer than this. */
const MAX_TRANSFER_MS = 24 * 3_600_000

const arrivals = aliasedTable(terminals, 'arrivals')

/**
 * Describes why a pilot cannot fly a flight in addition to their others: another flight at that
 * time, including turnaround, or one that ends too far away. Undefined when they can. The pilot's
 * row stays locked until the transaction ends, so that two members of staff cannot assign two
 * flights to the same pilot at once.
 */
export async function refusePilot(
  tx: Tx,
  pilotId: number,
  flightId: number,
  change: PlannedChange = {},
): Promise<string | undefined> {
  await tx.execute(sql`select id from users where id = ${pilotId} for update`)
  const flight = await findPilotFlight(tx, flightId, change)
  if (!flight) return undefined
  for (const other of await findOtherFlights(tx, pilotId, flight, change)) {
    const clash = findPilotClash(flight, other)
    if (clash?.reason === 'overlap') {
      return `This pilot flies another aircraft at that time: ${nameOf(other)}`
    }
    if (clash) {
      const minutes = String(clash.minutes)
      return `This pilot cannot be there in time: ${nameOf(other)} is ${minutes} minutes away`
    }
  }
  return undefined
}

type FoundFlight = PilotFlight & { code: string; timezone: string }

const nameOf = ({ code, from, departAt, timezone }: FoundFlight & { from: { name?: string } }): string => {
  const time = departAt.toLocaleTimeString('en-US', {
    timeZone: timezone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return `${code} from ${from.name ?? 'elsewhere'} at ${time}`
}

const placeColumns = (of: typeof terminals | typeof arrivals) => ({
  id: of.id,
  name: of.name,
  latitude: of.latitude,
  longitude: of.longitude,
})

function selectFlights(tx: Tx) {
  return tx
    .select({
      id: flights.id,
      code: flights.flightCode,
      aircraftId: flights.aircraftId,
      departAt: flights.departAt,
      readyAt: flights.readyAt,
      arriveAt: expectedArrival,
      timezone: terminals.timezone,
      from: placeColumns(terminals),
      to: placeColumns(arrivals),
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(arrivals, eq(arrivals.id, products.arrivalTerminalId))
    .$dynamic()
}

async function findPilotFlight(tx: Tx, flightId: number, change: PlannedChange) {
  const [found] = await selectFlights(tx).where(eq(flights.id, flightId))
  if (!found) return undefined
  if (change.aircraftId === undefined) return withTurnaround(found, change)
  const [machine] = await tx
    .select({ minutes: aircraft.turnaroundMins })
    .from(aircraft)
    .where(eq(aircraft.id, change.aircraftId))
  const { aircraftId } = change
  const minutes = machine?.minutes ?? 0
  return withTurnaround({ ...found, aircraftId }, { turnaround: { aircraftId, minutes } })
}

async function findOtherFlights(
  tx: Tx,
  pilotId: number,
  flight: PilotFlight & { id: number },
  change: PlannedChange,
) {
  const found = await selectFlights(tx).where(
    and(
      eq(flights.pilotId, pilotId),
      ne(flights.id, flight.id),
      ne(flights.status, 'called_off'),
      lt(flights.departAt, new Date(flight.readyAt.getTime() + MAX_TRANSFER_MS)),
      gt(flights.readyAt, new Date(flight.departAt.getTime() - MAX_TRANSFER_MS)),
    ),
  )
  return found.map((other) => withTurnaround(other, change))
}

function withTurnaround<Found extends { aircraftId: number; arriveAt: Date; readyAt: Date }>(
  found: Found,
  { turnaround }: PlannedChange,
): Found {
  if (turnaround?.aircraftId !== found.aircraftId) return found
  return { ...found, readyAt: new Date(found.arriveAt.getTime() + turnaround.minutes * 60_000) }
}
