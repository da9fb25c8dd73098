import { and, type AnyColumn, asc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { aircraft, aircraftTypes, departureExceptions } from '../db/schema/catalogue.ts'
import { flights, holds, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import {
  type BusySpan,
  type PlacedRule,
  slotKey,
  type SlotState,
  type Timetable,
} from '../domain/availability.ts'
import { addDays, instantOf } from '../domain/local-time.ts'
import { type CatalogueEntry, type DepartureRow, loadCatalogue, requireTerminal } from './load-catalogue.ts'

/** A weekly rule's row with its place and aircraft. */
export type RuleOnSale = PlacedRule & { row: DepartureRow }

export interface ProductTimetable {
  entry: CatalogueEntry
  timetable: Timetable<RuleOnSale>
}

/** Calendar days, both included, as they stand at `now`. */
export interface TimetableQuestion {
  fromDate: string
  untilDate: string
  now: Date
  /** Seats held by this session do not count: nobody is blocked by their own hold. */
  ownSessionId?: string | undefined
}

/**
 * Reads the timetables of products and what is taken of them over some days: ten queries, however many products, days
 * and departures that is. Products that do not exist are left out.
 */
export async function loadTimetables(
  db: DbOrTx,
  productIds: readonly number[],
  question: TimetableQuestion,
): Promise<ProductTimetable[]> {
  const entries = await loadCatalogue(db, productIds)
  const based = await loadAircraft(db)
  const exceptions = await db
    .select()
    .from(departureExceptions)
    .where(
      and(
        inArray(departureExceptions.productId, [...productIds]),
        gte(departureExceptions.date, question.fromDate),
        lte(departureExceptions.date, question.untilDate),
      ),
    )
  const rows = await loadTaken(
    db,
    productIds,
    based.map((one) => one.id),
    question,
  )
  const busy = rows.flatMap(busySpan)
  return entries.map((entry) => {
    const { product } = entry
    return {
      entry,
      timetable: {
        availability: product.availability,
        flightDurationMins: product.flightDurationMins,
        salesCloseMins: product.salesCloseMins,
        salesWindowDays: product.salesWindowDays,
        timezone: entry.departureTerminal.timezone,
        rules: entry.departures.map((row) => placeRule(entry, row, based)),
        exceptions: exceptions.filter((one) => one.productId === product.id),
        slots: slotStates(rows.filter((row) => row.productId === product.id)),
        busy,
      },
    }
  })
}

/** Aircraft in service, with their limits. */
export async function loadAircraft(db: DbOrTx) {
  return db
    .select({
      id: aircraft.id,
      aircraftTypeId: aircraft.aircraftTypeId,
      terminalId: aircraft.terminalId,
      capacity: aircraftTypes.maxPassengers,
      maxWeightLbs: aircraftTypes.maxWeightLbs,
      turnaroundMins: aircraft.turnaroundMins,
    })
    .from(aircraft)
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(aircraft.inService, true))
    .orderBy(asc(aircraft.id))
}

function placeRule(
  entry: CatalogueEntry,
  row: DepartureRow,
  based: Awaited<ReturnType<typeof loadAircraft>>,
): RuleOnSale {
  const terminalId = row.departureTerminalId ?? entry.product.departureTerminalId
  return {
    ...row,
    row,
    place: requireTerminal(entry.terminals, terminalId),
    aircraft: based.filter(
      (one) => one.terminalId === terminalId && one.aircraftTypeId === entry.product.aircraftTypeId,
    ),
  }
}

/** Every slot of the products, and every flight that keeps one of the aircraft busy; one row for each flight. */
async function loadTaken(
  db: DbOrTx,
  productIds: readonly number[],
  aircraftIds: readonly number[],
  { fromDate, untilDate, now, ownSessionId }: TimetableQuestion,
) {
  // A day more on each side: zones, and flights over midnight.
  const from = instantOf(addDays(fromDate, -1), '00:00', 'UTC')
  const until = instantOf(addDays(untilDate, 2), '00:00', 'UTC')
  const own = ownSessionId
    ? sql`and not exists (select 1 from ${orders} where ${orders.id} = ${holds.orderId} and ${orders.sessionId} = ${ownSessionId})`
    : sql``
  // A hold counts while its time runs or its payment is open, whatever the flight's counter still says.
  const held = sql`${holds.state} = 'held' and (${holds.paymentOpen} or ${holds.expiresAt} > ${now.toISOString()}::timestamptz) ${own}`
  return db
    .select({
      slotId: slots.id,
      productId: slots.productId,
      departureId: slots.departureId,
      localDate: slots.localDate,
      departAt: slots.departAt,
      arriveAt: slots.arriveAt,
      flight: flights,
      seatsHeld: sumOfHolds(holds.seats, held),
      weightLbs: sumOfHolds(holds.weightLbs, sql`${holds.state} = 'sold' or (${held})`),
    })
    .from(slots)
    .leftJoin(flights, eq(flights.slotId, slots.id))
    .where(
      and(
        gte(slots.departAt, from),
        lte(slots.departAt, until),
        or(inArray(slots.productId, [...productIds]), inArray(flights.aircraftId, [...aircraftIds])),
      ),
    )
    .orderBy(asc(slots.id), asc(flights.id))
}

const sumOfHolds = (column: AnyColumn, condition: SQL) =>
  sql<number>`coalesce((select sum(${column}) from ${holds} where ${holds.flightId} = ${flights.id} and (${condition})), 0)`.mapWith(
    Number,
  )

type TakenRow = Awaited<ReturnType<typeof loadTaken>>[number]

const seatsTaken = (row: TakenRow) => (row.flight ? row.flight.seatsSold + row.seatsHeld : 0)

function busySpan(row: TakenRow): BusySpan[] {
  if (!row.flight || row.flight.status === 'called_off' || seatsTaken(row) === 0) return []
  return [
    {
      aircraftId: row.flight.aircraftId,
      from: row.flight.departAt,
      until: row.flight.readyAt,
    },
  ]
}

function slotStates(rows: readonly TakenRow[]): Map<string, SlotState> {
  const states = new Map<string, SlotState>()
  for (const row of rows) {
    const { departureId, localDate, departAt, arriveAt } = row
    const key = slotKey(departureId, localDate)
    const state = states.get(key) ?? { departAt, arriveAt, flights: [] }
    states.set(key, state)
    if (!row.flight) continue
    const { aircraftId, capacity, maxWeightLbs, status } = row.flight
    state.flights.push({
      aircraftId,
      capacity,
      maxWeightLbs,
      calledOff: status === 'called_off',
      seatsTaken: seatsTaken(row),
      weightTakenLbs: row.weightLbs,
    })
  }
  return states
}
