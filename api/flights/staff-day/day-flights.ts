import { aliasedTable, and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { type StaffDayFlight } from '#contract/staff-day.ts'
import { type DbOrTx } from '../../db/client.ts'
import { aircraft, products, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { users } from '../../db/schema/people.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { jsonRows, statement } from '../../db/statement.ts'
import { toLocalTime } from '../../rules/time/local-time.ts'
import { expectedArrival } from '../../slots/expected-times.ts'
import { type DayFlightFacts, delayMinutes } from '../rules/day-tasks.ts'
import { presentOnHold, weatherHoldColumns } from '../../store/weather-hold-columns.ts'
import { areGuestsLate } from '../rules/late-guests.ts'
import { isInService } from '../outages/is-in-service.ts'
import { checkedIn, seatsHeld, weightSold } from '../flight-sums.ts'
import { fullName } from '../pilots.ts'

const arrivals = aliasedTable(terminals, 'arrivals')
const placeOf = (of: typeof terminals | typeof arrivals) => ({
  id: of.id,
  latitude: of.latitude,
  longitude: of.longitude,
})

/** A passenger without an assigned aircraft leaves with the party's first one. */
const fliesHere = sql`${passengers.orderId} in (select ${holds.orderId} from ${holds}
    where ${holds.flightId} = ${flights.id} and ${holds.state} = 'sold')
  and ${flights.id} = coalesce(${passengers.flightId}, (select min(${holds.flightId}) from ${holds}
    where ${holds.orderId} = ${passengers.orderId} and ${holds.state} = 'sold'))`
const unweighed = jsonRows(
  { id: passengers.id, orderId: passengers.orderId, name: passengers.fullName },
  {
    from: passengers,
    where: sql`${fliesHere} and ${passengers.weightLbs} is null and not ${passengers.staysHome}
      and ${passengers.boarding} is distinct from 'no_show'`,
    orderBy: sql`${passengers.orderId}, ${passengers.position}`,
  },
)

/** Who is neither checked in nor known not to come. */
const awaited = sql<number>`(select count(*)::int from ${passengers} where ${fliesHere}
  and not ${passengers.staysHome} and ${passengers.boarding} is null)`

/** The booked flights of a date by their terminals’ own calendars and one more, soonest first. */
export const selectDayFlights = statement<{ date: string; now: string; flightId: number | null }, DayRow[]>(
  (db) => findFlights(db),
)
export type DayRow = Awaited<ReturnType<typeof findFlights>>[number]

function findFlights(db: DbOrTx) {
  return db
    .select({
      flight: {
        id: flights.id,
        slotId: flights.slotId,
        flightCode: flights.flightCode,
        status: flights.status,
        departAt: flights.departAt,
        readyAt: flights.readyAt,
        delayReason: flights.delayReason,
        aircraftId: flights.aircraftId,
        pilotId: flights.pilotId,
        capacity: flights.capacity,
        seatsSold: flights.seatsSold,
        maxWeightLbs: flights.maxWeightLbs,
      },
      scheduledAt: slots.departAt,
      onHold: weatherHoldColumns,
      arriveAt: expectedArrival,
      productId: products.id,
      product: products.name,
      checkInMins: products.checkInMins,
      lateMins: products.lateMins,
      departureId: slots.departureId,
      brandId: products.brandId,
      from: placeOf(terminals),
      timezone: terminals.timezone,
      to: placeOf(arrivals),
      registration: aircraft.registration,
      inService: isInService,
      turnaroundMins: aircraft.turnaroundMins,
      pilot: fullName,
      seatsHeld,
      weightSold,
      checkedIn,
      awaited,
      unweighed,
    })
    .from(slots)
    .innerJoin(flights, eq(flights.slotId, slots.id))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(arrivals, eq(arrivals.id, products.arrivalTerminalId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .leftJoin(users, eq(users.id, flights.pilotId))
    .leftJoin(weatherHolds, eq(weatherHolds.id, slots.weatherHoldId))
    .where(
      and(
        eq(slots.localDate, sql.placeholder('date')),
        or(
          gt(sql`${flights.seatsSold} + ${flights.seatsHeld}`, 0),
          eq(flights.id, sql`${sql.placeholder('flightId')}::int`),
        ),
      ),
    )
    .orderBy(asc(flights.departAt), asc(flights.id))
}

/** What the tasks of a flight depend on. */
export const toFacts = (row: DayRow): DayFlightFacts => ({
  id: row.flight.id,
  code: row.flight.flightCode,
  status: row.flight.status,
  departAt: row.flight.departAt,
  readyAt: row.flight.readyAt,
  arriveAt: row.arriveAt,
  from: row.from,
  to: row.to,
  aircraft: { id: row.flight.aircraftId, inService: row.inService, turnaroundMins: row.turnaroundMins },
  pilotId: row.flight.pilotId,
  seatsTaken: row.flight.seatsSold + row.seatsHeld,
  weightLbs: row.weightSold,
  maxWeightLbs: row.flight.maxWeightLbs,
  missing: row.unweighed,
})

interface DayFlightContext {
  brandIds: number[]
  now: Date
  /** The flights whose manifest changed after it was printed. */
  changed: ReadonlySet<number>
}

export function presentDayFlight(row: DayRow, { brandIds, now, changed }: DayFlightContext): StaffDayFlight {
  const { flight, timezone, checkInMins, lateMins } = row
  const { departAt, status } = flight
  const isLate = areGuestsLate({ departAt, status, checkInMins, lateMins }, now)
  return {
    id: flight.id,
    flight_code: flight.flightCode,
    product_name: row.product,
    brand_ids: brandIds,
    terminal_id: row.from.id,
    scheduled_at: row.scheduledAt.toISOString(),
    depart_at: flight.departAt.toISOString(),
    delay_reason: flight.delayReason,
    on_hold: presentOnHold(row.onHold),
    local_time: toLocalTime(flight.departAt, timezone),
    timezone,
    arrive_at: row.arriveAt.toISOString(),
    ready_at: flight.readyAt.toISOString(),
    status: flight.status,
    delay_mins: delayMinutes({ ...flight, arriveAt: row.arriveAt }, now),
    aircraft_id: flight.aircraftId,
    registration: row.registration,
    pilot_id: flight.pilotId,
    pilot_name: flight.pilotId === null ? null : row.pilot,
    capacity: flight.capacity,
    seats_sold: flight.seatsSold,
    seats_held: row.seatsHeld,
    checked_in: row.checkedIn,
    guests_late: isLate ? row.awaited : 0,
    weight_lbs: row.weightSold,
    max_weight_lbs: flight.maxWeightLbs,
    weights_missing: row.unweighed.length,
    manifest_changed: changed.has(flight.id),
  }
}
