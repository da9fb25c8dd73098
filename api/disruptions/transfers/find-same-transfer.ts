import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { type FlightTransfer, type FlightTransferFields } from '#contract/flight-transfer.ts'
import { type Tx } from '../../db/client.ts'
import { flightTransferParties, flightTransfers } from '../../db/schema/flight-transfers.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights } from '../../db/schema/inventory.ts'
import { passengers } from '../../db/schema/passengers.ts'

/** The transfer that the press repeats: the same guests, who are there. */
export async function findSameTransfer(
  tx: Tx,
  flightId: number,
  fields: FlightTransferFields,
): Promise<FlightTransfer | undefined> {
  const to =
    fields.to_flight_id === undefined
      ? and(
          eq(flights.aircraftId, fields.to_aircraft_id ?? 0),
          sql`${flights.slotId} = (select f.slot_id from flights f where f.id = ${flightId})`,
        )
      : eq(flights.id, fields.to_flight_id)
  const [last] = await tx
    .select({ transfer: flightTransfers, code: flights.flightCode })
    .from(flightTransfers)
    .innerJoin(flights, eq(flights.id, flightTransfers.toFlightId))
    .where(and(eq(flightTransfers.fromFlightId, flightId), to))
    .orderBy(desc(flightTransfers.id))
    .limit(1)
  if (!last) return undefined
  const { transfer, code } = last
  const parties = await tx
    .select()
    .from(flightTransferParties)
    .where(eq(flightTransferParties.transferId, transfer.id))
    .orderBy(asc(flightTransferParties.orderId))
  const isSame = ({ orderId, whole, passengerIds }: (typeof parties)[number]) => {
    const named = fields.parties.find((one) => one.order_id === orderId)?.passenger_ids
    return (whole && named?.length === 0) || isDeepStrictEqual(sorted(named ?? []), sorted(passengerIds))
  }
  if (parties.length !== fields.parties.length || !parties.every(isSame)) return undefined
  for (const party of parties) if (!(await isThere(tx, party, transfer))) return undefined
  return {
    id: transfer.id,
    from_flight_id: flightId,
    to_flight_id: transfer.toFlightId,
    to_flight_code: code,
    parties: parties.length,
    people: parties.reduce((sum, { passengerIds }) => sum + Math.max(1, passengerIds.length), 0),
    told: parties.filter((one) => one.departAt.getTime() !== one.departAtWas.getTime()).length,
    closed: transfer.closed,
  }
}

async function isThere(
  tx: Tx,
  { orderId, whole, passengerIds }: typeof flightTransferParties.$inferSelect,
  { fromFlightId, toFlightId }: typeof flightTransfers.$inferSelect,
): Promise<boolean> {
  const soldOn = (id: number) =>
    tx.$count(holds, and(eq(holds.orderId, orderId), eq(holds.flightId, id), eq(holds.state, 'sold')))
  if ((await soldOn(toFlightId)) === 0) return false
  if (whole) return (await soldOn(fromFlightId)) === 0
  const there = and(inArray(passengers.id, passengerIds), eq(passengers.flightId, toFlightId))
  return (await tx.$count(passengers, there)) === passengerIds.length
}

const sorted = (ids: readonly number[]) => [...ids].toSorted((a, b) => a - b)
