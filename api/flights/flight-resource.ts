import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { flightShape } from '#contract/resources/desk-shapes.ts'
import { type Tx } from '../db/client.ts'
import { aircraft, aircraftOutages } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { roles, userRoles } from '../db/schema/people.ts'
import { findBlockTimeProblems, findBlockTimes } from './rules/block-times.ts'
import { describeOverLoads } from './rules/seating-loads.ts'
import { NO_PILOT } from './rules/departure-gaps.ts'
import { flightSteps, findStepProblem } from './rules/flight-steps.ts'
import { limitsAfterRefit } from '../rules/seats/refit.ts'
import { type FlightState } from '../rules/time/flight-day.ts'
import { refusePilot } from './check-pilot.ts'
import { readManifest } from './read-manifest.ts'
import { refuseByRoster } from './rosters/check-roster.ts'
import { findUpcomingFlights, describeOverLimitFlights } from '../seats/open-flights.ts'
import { describeMissingSecondSeats } from '../seats/second-seats.ts'
import { expectedArrival } from '../slots/expected-times.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { announceEvent } from '../store/queue-webhook.ts'
import { brandsSelling } from '../store/find-selling-brands.ts'
import { readType } from './aircraft-resources.ts'
import { flightFacts, flightSorts, withFlightFacts } from './flight-facts.ts'
import {
  conflict,
  declareResource,
  invalid,
  type Refusal,
  type Row,
  type Wire,
} from '../resources/resource.ts'

/** What a pilot says of an own flight. */
const PILOTS_FIELDS = ['status', 'status_reason', 'off_blocks_at', 'landed_at']
const FINISHED = ['departed', 'landed', 'called_off']

/** A flight of a departure: its status, its pilot and its aircraft. */
export const flightResource = declareResource({
  shape: flightShape,
  table: flights,
  methods: ['change'],
  changesOnce: true,
  mapped: flightFacts,
  sorts: flightSorts,
  enrich: withFlightFacts,
  ownRows: (_, caller) => Promise.resolve(eq(flights.pilotId, caller.userId)),
  lockFirst: async (tx, id, { now }, sent) => {
    // Lock the slot, so that no seat is sold while the aircraft or the status changes.
    if (sent['aircraft_id'] === undefined && sent['status'] === undefined) return
    const [flight] = await tx.select({ slotId: flights.slotId }).from(flights).where(eq(flights.id, id))
    if (!flight) return
    await lockSlotRows(tx, [flight.slotId])
    await releaseLapsedHolds(tx, [flight.slotId], now)
  },
  after: async ({ db, by, before, row, id }) => {
    if (!row || before?.['status'] === row['status']) return
    const [slot] = await db
      .select({ productId: slots.productId })
      .from(slots)
      .where(eq(slots.id, Number(row['slotId'])))
    const brandIds = slot ? await brandsSelling(db, slot.productId) : []
    const flight = { id, flight_code: row['flightCode'], status: row['status'] }
    await announceEvent(db, { type: 'flight.status_changed', brandIds, data: { flight }, now: by.now })
  },
  check: async (row, { db, by, before, sent }) => {
    const isStaff = by.roles.includes('staff') || by.roles.includes('admin')
    if (!isStaff && Object.keys(sent).some((name) => !PILOTS_FIELDS.includes(name))) {
      return {
        ok: false,
        reason: 'forbidden',
        error: 'A pilot says how the flight stands; the rest is the desk’s.',
      }
    }
    if ((row['status'] === 'called_off') !== (before?.['status'] === 'called_off')) {
      return conflict(
        'A departure is called off as a whole, so that everybody on it is offered something else.',
      )
    }
    return (
      refuseStep(row, before, by.now) ??
      refuseBlockTimes(row, sent, by.now) ??
      (await refuseDeparture(db, { row, before, sent }, { isStaff, now: by.now })) ??
      (await refuseOtherAircraft(db, row, before, by.now)) ??
      (await refuseUnknownPilot(db, sent['pilot_id'])) ??
      (await refusePilotOf(db, { row, before, now: by.now }))
    )
  },
  deriveFromSent: async (tx, before, sent, by) => {
    const reasonColumns = {
      ...(await statusReason(tx, before, sent)),
      ...deriveBlockTimes(before, sent, by.now),
    }
    const newAircraft = await readAircraft(tx, sent['aircraft_id'])
    if (!newAircraft || newAircraft.id === before['aircraftId']) return reasonColumns
    const limits = { capacity: newAircraft.type.maxPassengers, maxWeightLbs: newAircraft.type.maxWeightLbs }
    const [taken] = await findUpcomingFlights(tx, eq(flights.id, Number(before['id'])), new Date(0))
    const arriveAt = sql`(select arrive_at from slots where slots.id = ${flights.slotId})
      + ${flights.delayMins} * interval '1 minute'`
    return {
      ...reasonColumns,
      ...(taken ? limitsAfterRefit(taken, limits) : limits),
      readyAt: sql`${arriveAt} + ${newAircraft.turnaroundMins} * interval '1 minute'`,
    }
  },
})

/** The moments of a flight go with its status: a step back takes away the moment of the step. */
function deriveBlockTimes(before: Row, sent: Wire, now: Date): Row {
  const [from, to] = [before['status'], sent['status']]
  if (!isState(from) || !isState(to)) return {}
  const times = findBlockTimes(from, to, now)
  return {
    ...(times.offBlocksAt === undefined || sent['off_blocks_at'] ? {} : { offBlocksAt: times.offBlocksAt }),
    ...(times.landedAt === undefined || sent['landed_at'] ? {} : { landedAt: times.landedAt }),
  }
}

/** Refuses moments that were typed and cannot be. */
function refuseBlockTimes(row: Row, sent: Wire, now: Date): Refusal | undefined {
  const [status, departAt] = [row['status'], row['departAt']]
  if (!isState(status) || !(departAt instanceof Date)) return undefined
  const at = (value: unknown) => (value instanceof Date ? value : null)
  const problems = findBlockTimeProblems(
    {
      status,
      departAt,
      offBlocksAt: sent['off_blocks_at'] ? at(row['offBlocksAt']) : null,
      landedAt: sent['landed_at'] ? at(row['landedAt']) : null,
      leftAt: at(row['offBlocksAt']),
      cameAt: at(row['landedAt']),
    },
    now,
  )
  return problems && invalid(problems)
}

async function refuseUnknownPilot(tx: Tx, id: unknown): Promise<Refusal | undefined> {
  if (typeof id !== 'number') return undefined
  const [pilot] = await tx
    .select({ id: userRoles.userId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(eq(userRoles.userId, id), eq(roles.name, 'pilot')))
  return pilot ? undefined : invalid({ pilot_id: ['This is no pilot'] })
}

/**
 * Refuses another aircraft unless it is at the terminal, in service, of the same category, and has
 * room for every seat.
 */
async function refuseOtherAircraft(
  tx: Tx,
  row: Row,
  before: Row | undefined,
  now: Date,
): Promise<Refusal | undefined> {
  if (!before || row['aircraftId'] === before['aircraftId']) return undefined
  if (FINISHED.includes(String(before['status'])))
    return conflict('This flight is over: what it was flown by stays.')
  const newAircraft = await readAircraft(tx, row['aircraftId'])
  if (!newAircraft) return invalid({ aircraft_id: ['There is no such thing'] })
  if (!newAircraft.inService || (await isOutFor(tx, newAircraft, Number(before['id']))))
    return invalid({ aircraft_id: ['It is out of service'] })
  const present = await readAircraft(tx, before['aircraftId'])
  if (newAircraft.terminalId !== present?.terminalId)
    return invalid({ aircraft_id: ['It is based elsewhere'] })
  if (newAircraft.type.category !== present.type.category)
    return invalid({ aircraft_id: ['It is of another category than what was bought'] })
  const taken = await findUpcomingFlights(tx, eq(flights.id, Number(before['id'])), now)
  const limits = { capacity: newAircraft.type.maxPassengers, maxWeightLbs: newAircraft.type.maxWeightLbs }
  const problem =
    describeOverLimitFlights(taken, limits) ??
    (await describeMissingSecondSeats(tx, taken, present.type, newAircraft.type))
  return problem === undefined ? undefined : conflict(problem)
}

/** Whether an aircraft is out of service at the time of a flight. The aircraft must be locked. */
async function isOutFor(
  tx: Tx,
  { id, turnaroundMins }: { id: number; turnaroundMins: number },
  flightId: number,
): Promise<boolean> {
  const readyAt = sql`${expectedArrival} + ${turnaroundMins} * interval '1 minute'`
  const [out] = await tx
    .select({ id: aircraftOutages.id })
    .from(aircraftOutages)
    .innerJoin(flights, eq(flights.id, flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      and(
        eq(aircraftOutages.aircraftId, id),
        lt(aircraftOutages.fromAt, readyAt),
        gt(aircraftOutages.untilAt, flights.departAt),
      ),
    )
    .limit(1)
  return out !== undefined
}

/** Reads an aircraft with its type and locks both against changes until the transaction ends. */
async function readAircraft(tx: Tx, id: unknown) {
  if (typeof id !== 'number') return undefined
  const [found] = await tx.select().from(aircraft).where(eq(aircraft.id, id)).for('share')
  const type = found && (await readType(tx, found))
  return type && { ...found, type }
}

const NEW_TIME = 'This flight has a new time. Take its delay back first, so that its guests are told.'

function refuseStep(row: Row, before: Row | undefined, now: Date): Refusal | undefined {
  const [from, to, departAt] = [before?.['status'], row['status'], row['departAt']]
  if (!isState(from) || !isState(to) || !(departAt instanceof Date)) return undefined
  const problem = findStepProblem(from, to, { departAt, delayMins: Number(row['delayMins']), now })
  if (problem === undefined) return undefined
  if (problem === 'has_new_time') return conflict(NEW_TIME)
  return conflict(
    problem === 'too_early'
      ? 'It is too early for that: from six hours before the flight.'
      : 'A flight boards, leaves and lands, one after the other.',
  )
}

interface Leaving {
  row: Row
  before: Row | undefined
  sent: Wire
}

const isLeaving = (from: unknown, to: unknown) => from === 'boarding' && to === 'departed'

const reasonIn = (sent: Wire): string =>
  typeof sent['status_reason'] === 'string' ? sent['status_reason'].trim() : ''

/**
 * What the flight would lack at departure with this pilot, and what its seating loads beyond its
 * limits: with that no flight leaves, whatever the reason.
 */
async function gapsOf(db: Tx, id: unknown, pilotId: unknown) {
  const manifest = await readManifest(db, Number(id), { pilotId: undefined, now: new Date(0) })
  const others = manifest?.flight.before_departure.filter((gap) => gap !== NO_PILOT) ?? []
  return {
    gaps: [...(typeof pilotId === 'number' ? [] : [NO_PILOT]), ...others],
    overLoads: describeOverLoads(manifest?.seating?.loads ?? []),
  }
}

/**
 * Refuses an incomplete or early departure. Staff may let an incomplete flight leave with a reason;
 * a pilot may give the reason for leaving early.
 */
async function refuseDeparture(
  db: Tx,
  { row, before, sent }: Leaving,
  { isStaff, now }: { isStaff: boolean; now: Date },
): Promise<Refusal | undefined> {
  if (!isLeaving(before?.['status'], row['status'])) return undefined
  const { gaps, overLoads } = await gapsOf(db, row['id'], row['pilotId'])
  if (overLoads.length > 0) {
    return conflict(
      `This flight cannot leave: ${overLoads.join('; ')}. Give other seats, or clear the seating.`,
    )
  }
  const given = reasonIn(sent) !== ''
  if (gaps.length > 0 && !(isStaff && given)) {
    const hint = isStaff
      ? 'To let it leave all the same, give a reason.'
      : 'Only the desk may let it leave all the same.'
    return conflict(`This flight cannot leave yet: ${gaps.join('; ')}. ${hint}`)
  }
  const early = row['departAt'] instanceof Date && row['departAt'] > now
  return early && !given ? conflict('Its time has not come yet. To leave earlier, give a reason.') : undefined
}

/**
 * Stores the reason, together with what was missing, in the flight and so in the audit log. Any
 * later step removes it.
 */
async function statusReason(tx: Tx, before: Row, sent: Wire): Promise<Row> {
  if (sent['status'] === undefined || sent['status'] === before['status']) return {}
  const reason = reasonIn(sent)
  if (reason === '' || !isLeaving(before['status'], sent['status'])) return { statusReason: reason || null }
  const pilotId = sent['pilot_id'] === undefined ? before['pilotId'] : sent['pilot_id']
  const { gaps } = await gapsOf(tx, before['id'], pilotId)
  return { statusReason: gaps.length === 0 ? reason : `${reason} (${gaps.join('; ')})` }
}

const isState = (value: unknown): value is FlightState => typeof value === 'string' && value in flightSteps

/**
 * Refuses a pilot who has another flight at that time, whether the pilot or the aircraft changes, and one
 * who is off or would be over a limit of duty.
 */
async function refusePilotOf(
  tx: Tx,
  { row, before, now }: { row: Row; before: Row | undefined; now: Date },
): Promise<Refusal | undefined> {
  const [id, pilotId, aircraftId] = [row['id'], row['pilotId'], row['aircraftId']]
  if (typeof id !== 'number' || typeof pilotId !== 'number' || typeof aircraftId !== 'number')
    return undefined
  const changesAircraft = before?.['aircraftId'] !== aircraftId
  const isSame = before?.['pilotId'] === pilotId
  if (isSame && !changesAircraft) return undefined
  const clash = await refusePilot(tx, pilotId, id, changesAircraft ? { aircraftId } : {})
  // The limits of duty are about who flies; another aircraft flies at the same time.
  const refused = clash ?? (isSame ? undefined : await refuseByRoster(tx, { pilotId, flightId: id, now }))
  if (refused === undefined) return undefined
  return isSame ? conflict(`${refused}.`) : invalid({ pilot_id: [refused] })
}
