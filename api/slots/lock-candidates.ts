import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { aircraft, aircraftTypes, products } from '../db/schema/catalogue.ts'
import { slots } from '../db/schema/inventory.ts'
import { type CandidateAircraft } from './board-flight.ts'

/**
 * Locks the candidates that are unchanged since they were offered: in service, at the terminal,
 * with the same capacity. They cannot change until the transaction ends. Lock the slot first.
 */
export async function lockCandidates(
  tx: Tx,
  slotId: number,
  candidates: readonly CandidateAircraft[],
): Promise<CandidateAircraft[]> {
  if (candidates.length === 0) return []
  const based = tx.select({ id: slots.terminalId }).from(slots).where(eq(slots.id, slotId))
  const sold = tx
    .select({ category: sql`${aircraftTypes.category}` })
    .from(slots)
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, products.aircraftTypeId))
    .where(eq(slots.id, slotId))
  const rows = await tx
    .select({
      id: aircraft.id,
      capacity: aircraftTypes.maxPassengers,
      maxWeightLbs: aircraftTypes.maxWeightLbs,
      turnaroundMins: aircraft.turnaroundMins,
    })
    .from(aircraft)
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(
      and(
        inArray(
          aircraft.id,
          candidates.map(({ id }) => id),
        ),
        eq(aircraft.inService, true),
        eq(aircraft.terminalId, sql`(${based})`),
        eq(aircraftTypes.category, sql`(${sold})`),
      ),
    )
    .orderBy(asc(aircraft.id))
    .for('share')
  return candidates.filter((one) => rows.some((row) => isUnchanged(row, one)))
}

const isUnchanged = (a: CandidateAircraft, b: CandidateAircraft) =>
  a.id === b.id &&
  a.capacity === b.capacity &&
  a.maxWeightLbs === b.maxWeightLbs &&
  a.turnaroundMins === b.turnaroundMins
