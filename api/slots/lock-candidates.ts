import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { aircraft, aircraftTypes, products } from '../db/schema/catalogue.ts'
import { slots } from '../db/schema/inventory.ts'
import { statement } from '../db/statement.ts'
import { type CandidateAircraft } from './board-flight.ts'
import { type DepartureDay, slotOfDay } from './slot-rows.ts'

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
  return keepUnchanged(candidates, await selectForShare(tx, { slotId, ids: idsOf(candidates) }))
}

/** The same for a slot that is named by its departure and day. */
export async function lockCandidatesOfDay(
  tx: Tx,
  { departureId, localDate }: DepartureDay,
  candidates: readonly CandidateAircraft[],
): Promise<CandidateAircraft[]> {
  if (candidates.length === 0) return []
  const rows = await selectForShareOfDay(tx, { departureId, localDate, ids: idsOf(candidates) })
  return keepUnchanged(candidates, rows)
}

const idsOf = (candidates: readonly CandidateAircraft[]) => candidates.map(({ id }) => id)

const keepUnchanged = (candidates: readonly CandidateAircraft[], rows: readonly CandidateAircraft[]) =>
  candidates.filter((one) => rows.some((row) => isUnchanged(row, one)))

const candidatesFor = (slotId: SQLWrapper) => (db: DbOrTx) => {
  const based = db.select({ id: slots.terminalId }).from(slots).where(eq(slots.id, slotId))
  const sold = db
    .select({ category: sql`${aircraftTypes.category}` })
    .from(slots)
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, products.aircraftTypeId))
    .where(eq(slots.id, slotId))
  return db
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
        sql`${aircraft.id} = any(${sql.placeholder('ids')}::int[])`,
        eq(aircraft.inService, true),
        eq(aircraft.terminalId, sql`(${based})`),
        eq(aircraftTypes.category, sql`(${sold})`),
      ),
    )
    .orderBy(asc(aircraft.id))
    .for('share')
}

const selectForShare = statement<{ slotId: number; ids: number[] }, CandidateAircraft[]>(
  candidatesFor(sql.placeholder('slotId')),
)
const selectForShareOfDay = statement<DepartureDay & { ids: number[] }, CandidateAircraft[]>(
  candidatesFor(slotOfDay),
)

const isUnchanged = (a: CandidateAircraft, b: CandidateAircraft) =>
  a.id === b.id &&
  a.capacity === b.capacity &&
  a.maxWeightLbs === b.maxWeightLbs &&
  a.turnaroundMins === b.turnaroundMins
