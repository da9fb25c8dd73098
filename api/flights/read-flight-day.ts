import { and, asc, eq, sql } from 'drizzle-orm'
import { type DayDeparture, type DayFlight, type FlightDay } from '#contract/flight-day.ts'
import { type Db, type DbOrTx } from '../db/client.ts'
import { aircraft, products, terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { users } from '../db/schema/people.ts'
import { weatherHolds } from '../db/schema/weather-holds.ts'
import { statement } from '../db/statement.ts'
import { checkedIn, seatsHeld, weightSold } from './flight-sums.ts'
import { findChangedManifests } from './manifests/read-manifest-states.ts'
import { fullName, selectPilots } from './pilots.ts'
import { nextSteps } from './rules/flight-steps.ts'
import { listDepartures, type OfferedDeparture } from '../rules/departures/availability.ts'
import { toLocalTime } from '../rules/time/local-time.ts'
import {
  type Catalogue,
  type CatalogueEntry,
  readCatalogue,
  requireTerminal,
} from '../store/catalogue/read-catalogue.ts'
import { presentOnHold, weatherHoldColumns } from '../store/weather-hold-columns.ts'
import { loadTimetables, type RuleOnSale } from '../store/catalogue/load-timetables.ts'

/**
 * Reads the departures of a day by each terminal's own calendar, soonest first: those with a slot,
 * and those that the timetable offers. Pilots see only their own flights.
 */
export async function readFlightDay(
  db: Db,
  date: string,
  { now, pilotId }: { now: Date; pilotId: number | undefined },
): Promise<FlightDay> {
  const [rows, changed, catalogue, pilots] = await Promise.all([
    selectSlots(db, { date, now: now.toISOString(), pilotId: pilotId ?? null }),
    findChangedManifests(db, date),
    readCatalogue(db),
    pilotId === undefined ? selectPilots(db, {}) : [],
  ])
  const sellers = (brandId: number) =>
    catalogue.brands.filter((brand) => brand.productBrandIds.includes(brandId)).map(({ id }) => id)
  const offered = pilotId === undefined ? await readOffered(db, catalogue, { date, now }) : []
  const left = new Map(
    offered.flatMap(({ departures }) => departures.map((one) => [one.rule.id, one.room.seatsLeft])),
  )
  const flightsOf = new Map<number, DayFlight[]>()
  for (const row of rows) {
    const own = row.flight ? [presentFlight({ ...row, flight: row.flight }, { now, changed })] : []
    flightsOf.set(row.slot.id, [...(flightsOf.get(row.slot.id) ?? []), ...own])
  }
  const firsts = new Map(rows.toReversed().map((row) => [row.slot.id, row]))
  const withSlot = [...firsts.values()].map(
    ({ slot, onHold, product, productBrand, terminal }): DayDeparture => ({
      departure_id: slot.departureId,
      product_id: slot.productId,
      product_name: product,
      brand_ids: sellers(productBrand),
      depart_at: slot.departAt.toISOString(),
      local_time: toLocalTime(slot.departAt, terminal.timezone),
      timezone: terminal.timezone,
      terminal_name: terminal.name,
      seats_left: slot.calledOffAt ? 0 : (left.get(slot.departureId) ?? 0),
      called_off: slot.calledOffAt !== null,
      on_hold: presentOnHold(onHold),
      flights: flightsOf.get(slot.id) ?? [],
    }),
  )
  const free = offered.flatMap((one) => presentOffered(one, sellers(one.entry.product.brandId)))
  const known = new Set(withSlot.map((one) => one.departure_id))
  const departures: DayDeparture[] = [...withSlot, ...free.filter((one) => !known.has(one.departure_id))]
  return {
    date,
    departures: departures.toSorted(
      (a, b) => a.depart_at.localeCompare(b.depart_at) || a.departure_id - b.departure_id,
    ),
    pilots,
  }
}

interface OfferedProduct {
  entry: CatalogueEntry
  departures: OfferedDeparture<RuleOnSale>[]
}

/** What the timetables of all products offer on a day. */
async function readOffered(
  db: Db,
  catalogue: Catalogue,
  { date, now }: { date: string; now: Date },
): Promise<OfferedProduct[]> {
  const day = { fromDate: date, untilDate: date, now, forStaff: true }
  const found = await loadTimetables(db, catalogue, catalogue.entries, day)
  return found.map(({ entry, timetable }) => ({ entry, departures: listDepartures(timetable, date, now) }))
}

function presentOffered({ entry, departures }: OfferedProduct, brandIds: number[]): DayDeparture[] {
  return departures.map(({ rule, departAt, room }) => ({
    departure_id: rule.id,
    product_id: entry.product.id,
    product_name: entry.product.name,
    brand_ids: brandIds,
    depart_at: departAt.toISOString(),
    local_time: toLocalTime(departAt, rule.place.timezone),
    timezone: rule.place.timezone,
    terminal_name: requireTerminal(entry.terminals, rule.place.id).name,
    seats_left: room.seatsLeft,
    called_off: false,
    on_hold: null,
    flights: [],
  }))
}

interface SlotsQuery {
  date: string
  now: string
  /** Null for the flights of all pilots. */
  pilotId: number | null
}

const selectSlots = statement<SlotsQuery, SlotRow[]>((db) => findSlots(db))

type SlotRow = Awaited<ReturnType<typeof findSlots>>[number]

function findSlots(db: DbOrTx) {
  const pilotId = sql`${sql.placeholder('pilotId')}::int`
  return db
    .select({
      slot: {
        id: slots.id,
        departureId: slots.departureId,
        productId: slots.productId,
        departAt: slots.departAt,
        calledOffAt: slots.calledOffAt,
      },
      onHold: weatherHoldColumns,
      product: products.name,
      productBrand: products.brandId,
      terminal: { name: terminals.name, timezone: terminals.timezone },
      flight: {
        id: flights.id,
        flightCode: flights.flightCode,
        status: flights.status,
        departAt: flights.departAt,
        delayMins: flights.delayMins,
        pilotId: flights.pilotId,
        capacity: flights.capacity,
        seatsSold: flights.seatsSold,
        maxWeightLbs: flights.maxWeightLbs,
      },
      registration: aircraft.registration,
      pilot: fullName,
      seatsHeld,
      checkedIn,
      weightSold,
    })
    .from(slots)
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .leftJoin(flights, eq(flights.slotId, slots.id))
    .leftJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .leftJoin(users, eq(users.id, flights.pilotId))
    .leftJoin(weatherHolds, eq(weatherHolds.id, slots.weatherHoldId))
    .where(
      and(
        eq(slots.localDate, sql.placeholder('date')),
        sql`(${pilotId} is null or ${flights.pilotId} = ${pilotId})`,
      ),
    )
    .orderBy(asc(slots.departAt), asc(slots.id), asc(flights.id))
}

function presentFlight(
  row: SlotRow & { flight: NonNullable<SlotRow['flight']> },
  { now, changed }: { now: Date; changed: ReadonlySet<number> },
): DayFlight {
  const { flight } = row
  return {
    id: flight.id,
    flight_code: flight.flightCode,
    registration: row.registration ?? '',
    status: flight.status,
    next_statuses: nextSteps(flight.status, { ...flight, now }),
    depart_at: flight.departAt.toISOString(),
    delay_mins: flight.delayMins,
    pilot_id: flight.pilotId,
    pilot_name: flight.pilotId === null ? null : row.pilot,
    capacity: flight.capacity,
    seats_sold: flight.seatsSold,
    seats_held: row.seatsHeld,
    checked_in: row.checkedIn,
    weight_lbs: row.weightSold,
    max_weight_lbs: flight.maxWeightLbs,
    manifest_changed: changed.has(flight.id),
  }
}
