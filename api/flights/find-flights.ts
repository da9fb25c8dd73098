import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type FoundFlight } from '#contract/staff-search.ts'
import { type DbOrTx } from '../db/client.ts'
import { aircraft, products, terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { users } from '../db/schema/people.ts'
import { toLocalTime } from '../rules/time/local-time.ts'
import { fullName } from './pilots.ts'
import { matchFlights, readFlightSlot, readRegistrations } from './rules/match-flight.ts'

/** A number has at most this many aircraft. */
const MOST_OF_SLOT = 20

/**
 * Flights by a text that staff typed: those of a day by number, product, aircraft and time, and the
 * one with a number on any day. Those of the day come first, in the order in which they leave.
 */
export async function findFlights(
  db: DbOrTx,
  { text, date, productNames }: { text: string; date: string; productNames: readonly string[] },
  limit: number,
): Promise<{ rows: FoundFlight[]; count: number }> {
  const fits = matchFlights(text)
  const slot = readFlightSlot(text)
  const ofDay =
    fits && (await mayNameAircraft(db, readRegistrations(text, productNames)))
      ? (await select(db, eq(slots.localDate, date))).filter((row) =>
          fits({
            flightCode: row.flight.flightCode,
            productName: row.product,
            registration: row.registration,
            localTime: toLocalTime(row.flight.departAt, row.timezone),
          }),
        )
      : []
  const numbered = slot === undefined ? [] : await select(db, eq(slots.id, slot), MOST_OF_SLOT)
  const code = text.trim().toLowerCase().replace('-', '')
  const named = numbered.filter(
    ({ flight, localDate }) =>
      localDate !== date && flight.flightCode.toLowerCase().replace('-', '') === code,
  )
  const found = [...ofDay, ...named]
  return { rows: found.slice(0, limit).map(presentFlight), count: found.length }
}

/**
 * Whether one of the words is an aircraft, or there are none. Most texts name no flight, and for those
 * the flights of the day need not be read.
 */
async function mayNameAircraft(db: DbOrTx, words: readonly string[]): Promise<boolean> {
  if (words.length === 0) return true
  const [known] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(aircraft)
    .where(inArray(sql`lower(regexp_replace(${aircraft.registration}, '[^[:alnum:]]', '', 'g'))`, [...words]))
  return (known?.count ?? 0) > 0
}

/** From slot to flight by its index: the work grows with the day and not with the shop. */
function select(db: DbOrTx, where: SQL, most = 2000) {
  const flight = db.select().from(flights).where(eq(flights.slotId, slots.id)).offset(0).as('flight')
  return db
    .select({
      flight: {
        id: flight.id,
        flightCode: flight.flightCode,
        departAt: flight.departAt,
        status: flight.status,
        capacity: flight.capacity,
        seatsSold: flight.seatsSold,
      },
      localDate: slots.localDate,
      product: products.name,
      terminal: terminals.name,
      timezone: terminals.timezone,
      registration: aircraft.registration,
      pilot: sql<string | null>`case when ${flight.pilotId} is not null then ${fullName} end`,
    })
    .from(slots)
    .crossJoinLateral(flight)
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(aircraft, eq(aircraft.id, flight.aircraftId))
    .leftJoin(users, eq(users.id, flight.pilotId))
    .where(and(where))
    .orderBy(asc(flight.departAt), asc(flight.id))
    .limit(most)
}

const presentFlight = (row: Awaited<ReturnType<typeof select>>[number]): FoundFlight => ({
  id: row.flight.id,
  flight_code: row.flight.flightCode,
  product_name: row.product,
  terminal_name: row.terminal,
  local_date: row.localDate,
  local_time: toLocalTime(row.flight.departAt, row.timezone),
  status: row.flight.status,
  registration: row.registration,
  pilot_name: row.pilot,
  capacity: row.flight.capacity,
  seats_sold: row.flight.seatsSold,
})
