import { asc, eq, inArray, sql } from 'drizzle-orm'
import { type ManifestParty } from '#contract/manifest-version.ts'
import { type Manifest } from '#contract/passenger.ts'
import { type Seating } from '#contract/seating.ts'
import { type DbOrTx } from '../db/client.ts'
import { presentDetails } from '../passengers/passenger-details.ts'
import { aircraft, aircraftTypes, products, terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { weatherHolds } from '../db/schema/weather-holds.ts'
import { statement } from '../db/statement.ts'
import { presentOnHold, weatherHoldColumns } from '../store/weather-hold-columns.ts'
import { findFlightParties } from './find-flight-parties.ts'
import { findSigned, readManifestContents, selectUpgrades } from './manifests/read-manifest-contents.ts'
import { findPartyWords } from './manifests/find-party-words.ts'
import { findVersions, toKnownVersion } from './manifests/read-manifest-states.ts'
import { isInService } from './outages/is-in-service.ts'
import { findDepartureGaps } from './rules/departure-gaps.ts'
import { isAhead, nextSteps } from './rules/flight-steps.ts'
import { areGuestsLate, findLateFrom } from './rules/late-guests.ts'
import { describeOverLoads } from './rules/seating-loads.ts'
import { findManifestGap } from './rules/manifest-changes.ts'
import { type SeatedMember } from '../rules/seats/seat-party.ts'
import { type CountedParty, canLeaveWithoutRefund } from '../seats/count-party.ts'
import { cabinColumns, seatsTaken } from './seatings/cabin-columns.ts'
import { listSeated, presentSeating, seatNameOf } from './seatings/present-seating.ts'
import { listPhotos } from '../store/orders/list-flight-photos.ts'

/**
 * Reads the load manifest of a flight: its passengers and their weights, for staff and the flight's
 * pilot.
 *
 * @param about.pilotId the pilot who must fly it; undefined for staff
 */
export async function readManifest(
  db: DbOrTx,
  flightId: number,
  { pilotId, now }: { pilotId: number | undefined; now: Date },
): Promise<Manifest | undefined> {
  const [found] = await selectFlight(db, { flightId })
  if (!found || (pilotId !== undefined && found.flight.pilotId !== pilotId)) return undefined
  const { flight } = found
  const [parties, photos, manifestGap] = await Promise.all([
    findParties(db, flightId),
    listPhotos(db, [flight.id]),
    findGapOfVersions(db, flight),
  ])
  const orderIds = parties.map(({ orderId }) => orderId)
  const [upgrades, signed, words] = await Promise.all([
    orderIds.length === 0 ? [] : selectUpgrades(db, { orderIds }),
    findSigned(db, orderIds),
    findPartyWords(db, orderIds),
  ])
  const seating = presentSeating(
    found,
    listSeated(
      parties.map(({ counted }) => counted),
      flightId,
      found.cabin,
    ),
  )
  const { checkInMins, lateMins } = found
  const lateRule = { departAt: flight.departAt, checkInMins, lateMins }
  const isLate = areGuestsLate({ ...lateRule, status: flight.status }, now)
  const presentRow = (passenger: PassengerRow, seated: SeatedMember): Manifest['passengers'][number] => ({
    id: passenger.id,
    order_id: passenger.orderId,
    ...presentDetails(passenger),
    weight_lbs: passenger.weightLbs,
    counted_lbs: seated.weightLbs,
    seats: seated.seats,
    needs_second_seat: (passenger.weightLbs ?? 0) > found.cabin.seatLimitLbs && seated.seats < 2,
    may_stay_home: parties.some((party) => party.orderId === passenger.orderId && party.mayLeave),
    seat: seatNameOf(seating, passenger.id),
    seating: passenger.seating,
    waiver_signed: signed.has(passenger.id),
    boarding: passenger.boarding,
    late: isLate && passenger.boarding === null,
    boarded_at: passenger.boardedAt?.toISOString() ?? null,
    boarding_note: passenger.boardingNote,
    upgrades: upgrades
      .filter((one) => one.orderId === passenger.orderId)
      .map(({ name, quantity }) => (quantity > 1 ? `${String(quantity)} × ${name}` : name)),
  })
  const rows = parties.flatMap(({ people, here }) =>
    here.people.flatMap((seated) => {
      const passenger = people.find(({ id }) => id === seated.id)
      return passenger ? [presentRow(passenger, seated)] : []
    }),
  )
  const gaps = findDepartureGaps({
    hasPilot: flight.pilotId !== null,
    aircraftInService: found.inService,
    maxWeightLbs: flight.maxWeightLbs,
    people: rows.map((one) => ({
      boarding: one.boarding,
      weightLbs: one.weight_lbs,
      waiverSigned: one.waiver_signed,
      needsSecondSeat: one.needs_second_seat,
    })),
    seating: toSeatingGaps(seating),
    tooMany: parties.some(({ here, seats }) => here.people.length > seats),
  })
  return {
    flight: {
      product_name: found.product,
      terminal_id: found.terminal.id,
      terminal_name: found.terminal.name,
      timezone: found.terminal.timezone,
      registration: found.registration,
      pilot_name: flight.pilotId === null ? null : found.pilot,
      status: flight.status,
      scheduled_at: found.scheduledAt.toISOString(),
      delay_mins: flight.delayMins,
      own_delay_mins: flight.ownDelayMins,
      delay_reason: flight.delayReason,
      delay_words: flight.delayWords,
      on_hold: presentOnHold(found.onHold),
      late_from: findLateFrom(lateRule).toISOString(),
      status_reason: flight.statusReason,
      next_statuses: nextSteps(flight.status, { ...flight, now }),
      before_departure: manifestGap === undefined ? gaps : [...gaps, manifestGap],
      early: flight.departAt > now,
      min_passengers: found.minPassengers,
      photos: photos.map(({ id, file_name }) => ({ id, file_name })),
    },
    flight_id: flight.id,
    flight_code: flight.flightCode,
    depart_at: flight.departAt.toISOString(),
    capacity: flight.capacity,
    seats_sold: flight.seatsSold,
    max_weight_lbs: flight.maxWeightLbs,
    total_weight_lbs: sumOf(parties, ({ here }) => here.weightLbs),
    people: sumOf(parties, ({ here }) => here.people.length),
    empty_seats: sumOf(parties, ({ here }) => here.emptySeats),
    passengers: rows,
    same_party: parties.flatMap(({ people, elsewhere }) =>
      people.flatMap((passenger) => {
        const seated = elsewhere.find(({ id }) => id === passenger.id)
        return seated && passenger.flightId === null ? [presentRow(passenger, seated)] : []
      }),
    ),
    late_parties: pilotId === undefined && isLate ? await findLateParties(db, rows) : [],
    still_to_pay: pilotId === undefined ? listOwing(words) : [],
    party_comments: words.flatMap(({ order_id, comments }) =>
      comments.length > 0 ? [{ order_id, comments }] : [],
    ),
    too_many: parties.flatMap(({ orderId, here, seats }) =>
      here.people.length > seats ? [{ order_id: orderId, people: here.people.length, seats }] : [],
    ),
    seating,
  }
}

const selectFlight = statement((db) =>
  db
    .select({
      flight: flights,
      scheduledAt: slots.departAt,
      onHold: weatherHoldColumns,
      cabin: cabinColumns,
      taken: seatsTaken,
      registration: aircraft.registration,
      inService: isInService,
      product: products.name,
      minPassengers: products.minPassengers,
      checkInMins: products.checkInMins,
      lateMins: products.lateMins,
      terminal: { id: terminals.id, name: terminals.name, timezone: terminals.timezone },
      pilot: sql<string | null>`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .leftJoin(users, eq(users.id, flights.pilotId))
    .leftJoin(weatherHolds, eq(weatherHolds.id, slots.weatherHoldId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(flights.id, sql.placeholder('flightId'))),
)

/** What departure needs to know of a seating; undefined while nobody is given a seat. */
const toSeatingGaps = (seating: Seating | null) =>
  seating?.seats.some(({ passenger_id: id }) => id !== null)
    ? { overLoads: describeOverLoads(seating.loads), unseated: seating.unseated.length }
    : undefined

/** How the parties are reached of whom somebody is late. */
async function findLateParties(db: DbOrTx, rows: Manifest['passengers']): Promise<Manifest['late_parties']> {
  const ids = [...new Set(rows.filter(({ late }) => late).map(({ order_id: id }) => id))]
  if (ids.length === 0) return []
  const reached = await db
    .select({ order_id: orders.id, phone: orders.phone })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
  return reached.map(({ phone, ...party }) => ({ ...party, phone: phone || null }))
}

const listOwing = (words: readonly ManifestParty[]): Manifest['still_to_pay'] =>
  words.flatMap(({ order_id, owes }) => (owes === null ? [] : [{ order_id, amount: owes }]))

/** What the manifest lacks by its versions; most flights have none yet. */
async function findGapOfVersions(
  db: DbOrTx,
  { id, pilotId, status }: typeof flights.$inferSelect,
): Promise<string | undefined> {
  if (!isAhead(status)) return undefined
  const versions = await findVersions(db, [id])
  if (versions.length === 0) return undefined
  const content = (await readManifestContents(db, [id])).get(id)
  return content && findManifestGap(versions.map(toKnownVersion), { content, pilotId })
}

type PassengerRow = CountedParty['people'][number]

const sumOf = <T>(rows: readonly T[], read: (row: T) => number) =>
  rows.reduce((sum, row) => sum + read(row), 0)

/**
 * The parties with seats on a flight: their passengers on this flight and on their other aircraft.
 */
async function findParties(db: DbOrTx, flightId: number) {
  const counted = await findFlightParties(db, flightId)
  return counted.flatMap((party) => {
    const { orderId, people, seated, holds: own } = party
    const here = seated.find((one) => one.flightId === flightId)
    if (!here) return []
    const elsewhere = seated.filter((one) => one !== here).flatMap((one) => one.people)
    const seats = sumOf(
      own.filter((one) => one.flightId === flightId),
      (one) => one.seats,
    )
    const mayLeave = canLeaveWithoutRefund({ people, holds: own })
    return [{ orderId, people, here, elsewhere, seats, mayLeave, counted: party }]
  })
}
