import { and, eq, inArray } from 'drizzle-orm'
import { aircraftShape, aircraftTypeShape } from '#contract/resources/desk-shapes.ts'
import { CabinRows } from '#contract/seating.ts'
import { type Tx } from '../db/client.ts'
import { aircraft, aircraftTypes, products } from '../db/schema/catalogue.ts'
import { flights } from '../db/schema/inventory.ts'
import {
  findUpcomingFlights,
  lockUpcomingFlights,
  refitFlights,
  describeOverLimitFlights,
  describeAffectedFlights,
} from '../seats/open-flights.ts'
import { refusePilot } from './check-pilot.ts'
import { describeMissingSecondSeats } from '../seats/second-seats.ts'
import { aircraftTypeDefaults } from '../resources/creation-defaults.ts'
import {
  listChangedColumns,
  conflict,
  declareResource,
  invalid,
  type Refusal,
  type Row,
} from '../resources/resource.ts'
import { usedByColumn } from '../resources/row-uses.ts'

const everyMethod = ['list', 'read', 'create', 'change', 'remove'] as const

const flownByType = (tx: Tx, typeId: number) =>
  inArray(
    flights.aircraftId,
    tx.select({ id: aircraft.id }).from(aircraft).where(eq(aircraft.aircraftTypeId, typeId)),
  )

const limitsOf = (type: Row) => ({
  capacity: Number(type['maxPassengers']),
  maxWeightLbs: Number(type['maxWeightLbs']),
})

/**
 * Seats sold or held on a type's flights must still fit after a change; flights get the new limits.
 * Their slots are locked before the row, as for every reservation of seats, and again afterwards
 * for flights that were added in between.
 */
export const aircraftTypeResource = declareResource({
  shape: aircraftTypeShape,
  defaults: aircraftTypeDefaults,
  table: aircraftTypes,
  methods: everyMethod,
  lockFirst: (tx, id, { now }) => lockUpcomingFlights(tx, flownByType(tx, id), now),
  check: async (row, { db, by, before }) => {
    const mistaken = refuseCabin(row, before)
    if (mistaken) return mistaken
    const what = ['maxPassengers', 'maxWeightLbs', 'category', 'seatLimitLbs']
    if (!before || listChangedColumns(row, before, what).length === 0) return undefined
    const flown = flownByType(db, Number(before['id']))
    await lockUpcomingFlights(db, flown, by.now)
    const taken = await findUpcomingFlights(db, flown, by.now)
    const problem =
      row['category'] === before['category']
        ? (describeOverLimitFlights(taken, limitsOf(row)) ??
          (await describeMissingSecondSeats(db, taken, before, row)))
        : describeAffectedFlights(taken, 'were bought for what it is')
    return problem === undefined ? undefined : conflict(problem)
  },
  after: async ({ db, by, before, row, id }) => {
    if (!before || !row || listChangedColumns(row, before, ['maxPassengers', 'maxWeightLbs']).length === 0)
      return
    await refitFlights(db, await findUpcomingFlights(db, flownByType(db, id), by.now), limitsOf(row))
  },
  uses: [
    usedByColumn('aircraft are of it', aircraft, aircraft.aircraftTypeId),
    usedByColumn('products fly with it', products, products.aircraftTypeId),
  ],
})

/**
 * A cabin that is entered has the seats that are sold, and the limits of its balance are in order.
 * Fewer seats may be sold later with the same cabin.
 */
function refuseCabin(row: Row, before: Row | undefined): Refusal | undefined {
  const rows = CabinRows.nullable().safeParse(row['cabinRows']).data
  const seats = rows?.flatMap((one) => one.seats).length
  const sold = Number(row['maxPassengers'])
  const isEntered = !before || listChangedColumns(row, before, ['cabinRows']).length > 0
  if (isEntered && seats !== undefined && seats !== sold) {
    return invalid({
      cabin_rows: [`These are ${String(seats)} seats; ${String(sold)} passengers fit`],
    })
  }
  const [forward, aft] = [row['cgForwardIn'], row['cgAftIn']]
  const isTurned = typeof forward === 'number' && typeof aft === 'number' && forward > aft
  return isTurned ? invalid({ cg_aft_in: ['Must not be before the foremost one'] }) : undefined
}

/**
 * An aircraft can be taken out of service, moved to another terminal or get another type only if
 * its upcoming flights allow it.
 */
export const aircraftResource = declareResource({
  shape: aircraftShape,
  table: aircraft,
  methods: everyMethod,
  lockFirst: (tx, id, { now }) => lockUpcomingFlights(tx, eq(flights.aircraftId, id), now),
  check: async (row, { db, by, before }) => {
    const what = ['aircraftTypeId', 'terminalId', 'inService', 'turnaroundMins']
    if (!before || listChangedColumns(row, before, what).length === 0) return undefined
    const flown = eq(flights.aircraftId, Number(before['id']))
    await lockUpcomingFlights(db, flown, by.now)
    const taken = await findUpcomingFlights(db, flown, by.now)
    const inUse = row['inService'] === false ? describeAffectedFlights(taken, 'are flown by it') : undefined
    if (inUse !== undefined) return conflict(inUse)
    const elsewhere = taken.filter(({ terminalId }) => terminalId !== row['terminalId'])
    const atOtherTerminal = describeAffectedFlights(elsewhere, 'leave from where it is based')
    if (atOtherTerminal !== undefined) return conflict(atOtherTerminal)
    return (await refuseOtherType(db, row, before, taken)) ?? refuseTurnaround(db, row, before, taken)
  },
  after: async ({ db, by, before, row, id }) => {
    if (!before || !row || listChangedColumns(row, before, ['aircraftTypeId', 'turnaroundMins']).length === 0)
      return
    const type = await readType(db, row)
    if (!type) return
    const taken = await findUpcomingFlights(db, eq(flights.aircraftId, id), by.now)
    await refitFlights(db, taken, { ...limitsOf(type), turnaroundMins: Number(row['turnaroundMins']) })
  },
  uses: [usedByColumn('flights are flown by it', flights, flights.aircraftId)],
})

/** Refuses a longer turnaround that would make a pilot late for the next flight. */
async function refuseTurnaround(
  tx: Tx,
  row: Row,
  before: Row,
  taken: Awaited<ReturnType<typeof findUpcomingFlights>>,
): Promise<Refusal | undefined> {
  if (listChangedColumns(row, before, ['turnaroundMins']).length === 0) return undefined
  const turnaround = { aircraftId: Number(before['id']), minutes: Number(row['turnaroundMins']) }
  for (const { id } of taken) {
    const [flight] = await tx.select({ pilotId: flights.pilotId }).from(flights).where(eq(flights.id, id))
    if (flight?.pilotId == null) continue
    const refused = await refusePilot(tx, flight.pilotId, id, { turnaround })
    if (refused !== undefined) return conflict(`${refused}. Give one of the flights another pilot first.`)
  }
  return undefined
}

async function refuseOtherType(
  tx: Tx,
  row: Row,
  before: Row,
  taken: Awaited<ReturnType<typeof findUpcomingFlights>>,
): Promise<Refusal | undefined> {
  if (listChangedColumns(row, before, ['aircraftTypeId']).length === 0) return undefined
  const [type, present] = [await readType(tx, row), await readType(tx, before)]
  // An unknown type is refused by the foreign key.
  if (!type) return undefined
  const problem =
    type.category === present?.category
      ? (describeOverLimitFlights(taken, limitsOf(type)) ??
        (await describeMissingSecondSeats(tx, taken, present, type)))
      : describeAffectedFlights(taken, 'were bought for what it is')
  return problem === undefined ? undefined : conflict(problem)
}

/** Reads an aircraft's type and locks it against changes until the transaction ends. */
export async function readType(tx: Tx, row: Row) {
  const [type] = await tx
    .select()
    .from(aircraftTypes)
    .where(and(eq(aircraftTypes.id, Number(row['aircraftTypeId']))))
    .for('share')
  return type
}
