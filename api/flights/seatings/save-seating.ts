import { eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type ChangedBy } from '#contract/passenger.ts'
import { type Seating, type TakenSeat } from '#contract/seating.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { aircraft, aircraftTypes, products } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { flightSeats } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { findFieldChange } from '../../store/find-field-change.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { findFlightParties } from '../find-flight-parties.ts'
import { isAhead } from '../rules/flight-steps.ts'
import { type FrontMistake } from '../rules/front-seat.ts'
import { proposeSeating } from '../rules/propose-seating.ts'
import { findSeatingMistake, listFrontMistakes, type SeatedPerson } from '../rules/seating.ts'
import { cabinColumns, seatsTaken } from './cabin-columns.ts'
import { type CabinColumns, listSeated, presentSeating, takenSeats, toCabin } from './present-seating.ts'

interface FlightCabin {
  cabin: CabinColumns
  taken: Record<string, number>
  people: SeatedPerson[]
}

async function readFlightCabin(db: DbOrTx, flightId: number): Promise<FlightCabin | undefined> {
  const [found] = await db
    .select({ cabin: cabinColumns, taken: seatsTaken })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(flights.id, flightId))
  if (!found) return undefined
  const parties = await findFlightParties(db, flightId)
  return { ...found, people: listSeated(parties, flightId, found.cabin) }
}

/** A seating of everybody on a flight within all limits; it is not saved. */
export async function readSeatingProposal(
  db: DbOrTx,
  flightId: number,
): Promise<
  { ok: true; seats: TakenSeat[] | undefined } | { ok: false; reason: 'not_found' | 'without_cabin' }
> {
  const found = await readFlightCabin(db, flightId)
  if (!found) return { ok: false, reason: 'not_found' }
  const cabin = toCabin(found.cabin)
  if (!cabin) return { ok: false, reason: 'without_cabin' }
  return { ok: true, seats: proposeSeating(cabin, found.people) }
}

export interface SeatingInput {
  flightId: number
  seats: readonly TakenSeat[]
  /** The seats that the caller saw; undefined saves whatever stands there. */
  seatsWas: readonly TakenSeat[] | undefined
  by: AuditBy
}

export type SeatingResult =
  | { ok: true; seating: Seating }
  | { ok: false; reason: 'not_found' | 'without_cabin' | 'seating_settled' }
  | { ok: false; reason: NonNullable<ReturnType<typeof findSeatingMistake>> | FrontMistake }
  | {
      ok: false
      reason: 'seating_changed'
      present: { seating: Seating } & z.infer<typeof ChangedBy>
    }

/**
 * Gives seats to the people on a flight that is still ahead. A load over a limit is saved and shown:
 * somebody may be halfway through; the flight does not leave with it. A seat beside the pilot is given
 * only to who may sit there.
 */
export function saveSeating(
  deps: Pick<ApiDeps, 'database'>,
  { flightId, seats, seatsWas, by }: SeatingInput,
): Promise<SeatingResult> {
  return deps.database.db.transaction(async (tx): Promise<SeatingResult> => {
    const [flight] = await tx
      .select({ status: flights.status })
      .from(flights)
      .where(eq(flights.id, flightId))
      .for('update')
    const found = flight && (await readFlightCabin(tx, flightId))
    if (!found) return { ok: false, reason: 'not_found' }
    const { cabin, people } = found
    const present = presentSeating(found, people)
    const known = toCabin(cabin)
    if (present === null || !known) return { ok: false, reason: 'without_cabin' }
    if (!isAhead(flight.status)) return { ok: false, reason: 'seating_settled' }
    const standing = takenSeats(present)
    if (seatsWas && !areSame(seatsWas, standing) && !areSame(seats, standing)) {
      return { ok: false, reason: 'seating_changed', present: await describeChange(tx, flightId, present) }
    }
    const mistake = findSeatingMistake(known, seats, people) ?? listFrontMistakes(known, seats, people)[0]
    if (mistake) return { ok: false, reason: mistake }
    await writeSeats(tx, flightId, seats)
    if (!areSame(seats, standing)) {
      await writeAudit(tx, by, {
        resource: 'flights',
        id: flightId,
        before: { seating: null },
        after: { seating: SEATING_CHANGED },
      })
    }
    const taken = Object.fromEntries(seats.map(({ name, passenger_id: id }) => [name, id]))
    return { ok: true, seating: presentSeating({ cabin, taken }, people) ?? present }
  })
}

/** The audit log says that seats changed, not who sits where: nobody can delete from it. */
const SEATING_CHANGED = 'changed'

const nameSeats = (seats: readonly TakenSeat[]): string =>
  seats
    .map(({ name, passenger_id: id }) => `${name} ${String(id)}`)
    .toSorted()
    .join()
const areSame = (some: readonly TakenSeat[], others: readonly TakenSeat[]): boolean =>
  nameSeats(some) === nameSeats(others)

async function writeSeats(tx: Tx, flightId: number, seats: readonly TakenSeat[]): Promise<void> {
  await tx.delete(flightSeats).where(eq(flightSeats.flightId, flightId))
  if (seats.length === 0) return
  await tx
    .insert(flightSeats)
    .values(seats.map(({ name, passenger_id: passengerId }) => ({ flightId, seat: name, passengerId })))
}

async function describeChange(tx: Tx, flightId: number, seating: Seating) {
  const subject = { resource: 'flights', id: flightId, field: 'seating', value: SEATING_CHANGED }
  const change = await findFieldChange(tx, subject)
  return { seating, changed_by: change?.by ?? null, changed_at: change?.at.toISOString() ?? null }
}
