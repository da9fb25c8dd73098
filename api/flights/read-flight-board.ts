import { asc, eq, sql } from 'drizzle-orm'
import {
  type BoardAircraft,
  type BoardFlight,
  type BoardPilot,
  type FlightBoard,
  type FlightNeed,
} from '#contract/flight-board.ts'
import { type Db } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { aircraft, aircraftOutages, aircraftTypes, terminals } from '../db/schema/catalogue.ts'
import { jsonRows, statement } from '../db/statement.ts'
import { findDaylight } from '../rules/time/flight-day.ts'
import { instantOf } from '../rules/time/local-time.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { listFlightOptions } from './list-flight-options.ts'
import { findChangedManifests } from './manifests/read-manifest-states.ts'
import { selectPilots } from './pilots.ts'
import { loadRosters, readDutyLimits, type Roster } from './rosters/load-rosters.ts'
import { presentDay, presentLimits, spanAround } from './rosters/present-roster.ts'
import { type DutyLimits } from './rules/duty.ts'
import { findFlightTasks, type FlightTask } from './rules/day-tasks.ts'
import { listDayHours } from './rules/pilot-availability.ts'
import { type DayRow, presentDayFlight, selectDayFlights, toFacts } from './staff-day/day-flights.ts'

interface BoardRequest {
  date: string
  now: Date
  /** The flight whose other aircraft and pilots are wanted; it is listed even if nobody booked it. */
  flightId: number | undefined
}

/** Reads the aircraft, the pilots and the booked flights of a date, whatever is wrong with them. */
export async function readFlightBoard(db: Db, { date, now, flightId }: BoardRequest): Promise<FlightBoard> {
  const [catalogue, limits] = await Promise.all([readCatalogue(db), readDutyLimits(db)])
  const [rows, changed, pilots, machines, places, rosterOf] = await Promise.all([
    selectDayFlights(db, { date, now: now.toISOString(), flightId: flightId ?? null }),
    findChangedManifests(db, date),
    selectPilots(db, {}),
    selectAircraft(db, {}),
    selectTerminals(db, {}),
    loadRosters(db, { ...spanAround(date, limits), now }),
  ])
  const day = rows.map(toFacts)
  const tasks = new Map<number, FlightTask[]>()
  for (const task of findFlightTasks(day, now))
    tasks.set(task.flight.id, [...(tasks.get(task.flight.id) ?? []), task])
  const sellers = (brandId: number) =>
    catalogue.brands.filter((brand) => brand.productBrandIds.includes(brandId)).map(({ id }) => id)
  const options = await listFlightOptions(db, {
    ...{ flightId, day, machines, pilots, now, rosterOf, limits },
  })
  return {
    date,
    terminals: places.map((place) => presentTerminal(date, place)),
    aircraft: machines.map((one) => presentAircraft(one, date)),
    flights: rows.map((row) =>
      presentFlight(row, {
        ...{ brandIds: sellers(row.brandId), now, changed },
        tasks: tasks.get(row.flight.id) ?? [],
      }),
    ),
    pilots: pilots.map((pilot) => presentPilot(pilot, { date, roster: rosterOf(pilot.id), limits })),
    duty_limits: presentLimits(limits),
    options,
  }
}

/** When an aircraft was last taken out of service; the audit log has only what was changed in the shop. */
const outSince = sql<Date | null>`case when not ${aircraft.inService} then (
  select ${auditLog.at} from ${auditLog}
  where ${auditLog.resource} = 'aircraft' and ${auditLog.resourceId} = ${aircraft.id}
    and ${auditLog.after} ? 'in_service'
  order by ${auditLog.id} desc limit 1) end`.mapWith(auditLog.at)

export type AircraftRow = Awaited<ReturnType<typeof selectAircraft>>[number]
/** All aircraft with their types and the days on which they are out of service. */
export const selectAircraft = statement((db) =>
  db
    .select({
      id: aircraft.id,
      registration: aircraft.registration,
      terminalId: aircraft.terminalId,
      turnaroundMins: aircraft.turnaroundMins,
      inService: aircraft.inService,
      outages: jsonRows(
        {
          from: aircraftOutages.fromAt,
          until: aircraftOutages.untilAt,
          untilDate: aircraftOutages.untilDate,
          fromDate: aircraftOutages.fromDate,
        },
        {
          from: aircraftOutages,
          where: sql`${aircraftOutages.aircraftId} = ${aircraft.id}`,
          orderBy: sql`${aircraftOutages.fromAt}`,
        },
      ),
      outSince,
      typeId: aircraftTypes.id,
      typeName: aircraftTypes.name,
      category: aircraftTypes.category,
      capacity: aircraftTypes.maxPassengers,
      maxWeightLbs: aircraftTypes.maxWeightLbs,
      seatLimitLbs: aircraftTypes.seatLimitLbs,
    })
    .from(aircraft)
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .orderBy(asc(aircraft.terminalId), asc(aircraft.registration)),
)

const presentAircraft = (one: AircraftRow, date: string): BoardAircraft => ({
  id: one.id,
  registration: one.registration,
  type_name: one.typeName,
  category: one.category,
  terminal_id: one.terminalId,
  capacity: one.capacity,
  max_weight_lbs: one.maxWeightLbs,
  turnaround_mins: one.turnaroundMins,
  out_of_service: findOut(one, date),
})

/** Until somebody puts it back, or until the end of the days that were entered. */
function findOut(
  { inService, outSince, outages }: AircraftRow,
  date: string,
): BoardAircraft['out_of_service'] {
  if (!inService) return { since: outSince?.toISOString() ?? null, until: null }
  const out = outages.find((one) => one.fromDate <= date && date <= one.untilDate)
  return out ? { since: out.from.toISOString(), until: out.until.toISOString() } : null
}

const selectTerminals = statement((db) =>
  db
    .select({
      id: terminals.id,
      name: terminals.name,
      timezone: terminals.timezone,
      latitude: terminals.latitude,
      longitude: terminals.longitude,
    })
    .from(terminals)
    .orderBy(asc(terminals.id)),
)

function presentTerminal(
  date: string,
  { id, name, ...place }: Awaited<ReturnType<typeof selectTerminals>>[number],
): FlightBoard['terminals'][number] {
  const light = findDaylight(instantOf(date, '12:00', place.timezone), place)
  return {
    id,
    name,
    timezone: place.timezone,
    first_light: light.dawn?.toISOString() ?? null,
    sunrise: light.sunrise?.toISOString() ?? null,
    sunset: light.sunset?.toISOString() ?? null,
    last_light: light.dusk?.toISOString() ?? null,
  }
}

function presentFlight(
  row: DayRow,
  { tasks, ...context }: Parameters<typeof presentDayFlight>[1] & { tasks: readonly FlightTask[] },
): BoardFlight {
  const turnaround = tasks.find((task) => task.turnaround !== undefined)?.turnaround
  return {
    ...presentDayFlight(row, context),
    product_id: row.productId,
    departure_id: row.departureId,
    needs: tasks.map(({ kind }): FlightNeed => kind),
    turnaround: turnaround
      ? { flight_code: turnaround.flightCode, minutes: turnaround.minutes, needed: turnaround.needed }
      : null,
  }
}

function presentPilot(
  { id, name }: { id: number; name: string },
  { date, roster, limits }: { date: string; roster: Roster; limits: DutyLimits },
): BoardPilot {
  const day = presentDay(date, roster, limits)
  const hours = listDayHours(date, roster.hours)
  return {
    id,
    name,
    flights: day.flights.length,
    off: day.off !== null || hours?.length === 0,
    hours: hours?.map((one) => ({ from_mins: one.fromMins, until_mins: one.untilMins })) ?? null,
    duty_from: day.duty_from,
    duty_until: day.duty_until,
    duty_mins: day.duty_mins,
    flight_mins: day.flight_mins,
    over: day.over,
  }
}
