import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type DelayedFlight, type FlightDelayPreview } from '#contract/flight-delay.ts'
import { type DbOrTx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { manifestVersions } from '../../db/schema/manifest-versions.ts'
import { orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { judgeRoster } from '../../flights/rosters/judge-roster.ts'
import {
  loadRosters,
  readDutyLimits,
  reachOf,
  type RosterFlight,
} from '../../flights/rosters/load-rosters.ts'
import { isAhead } from '../../flights/rules/flight-steps.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { findTextRecipient } from '../../store/texts/queue-text.ts'
import { isWalkInEmail } from '../../store/walk-in-email.ts'
import { findDelayTroubles, findRipple, leavesAt, type RippleStep } from '../rules/delay-ripple.ts'
import { type DelayFlight, loadDelayDay } from './load-delay-day.ts'

/** What a delay of a flight changes. */
export interface DelayPlan {
  pressed: DelayFlight
  minutes: number
  /** The flights whose time changes. */
  steps: RippleStep<DelayFlight>[]
  /** What the flight itself gets, also when its time stays. */
  own: RippleStep<DelayFlight>
}

export type PlanFound =
  { ok: true; plan: DelayPlan } | { ok: false; reason: 'not_found' | 'flight_not_ahead' | 'delay_in_past' }

export interface DelayAsked {
  flightId: number
  minutes: number
  now: Date
  /** Who asks as a pilot, for whom there are no flights but their own; undefined for staff. */
  pilotId?: number | undefined
}

/** Reads what a delay would change now. */
export async function readDelayPlan(
  db: DbOrTx,
  { flightId, minutes, now, pilotId }: DelayAsked,
): Promise<PlanFound> {
  const day = await loadDelayDay(db, flightId)
  const pressed = day.find(({ id }) => id === flightId)
  if (!pressed || (pilotId !== undefined && pressed.pilotId !== pilotId))
    return { ok: false, reason: 'not_found' }
  if (!isAhead(pressed.status)) return { ok: false, reason: 'flight_not_ahead' }
  const steps = findRipple(day, { flightId, minutes })
  const own = steps.find(({ flight }) => flight.id === flightId)
  if (!own) return { ok: false, reason: 'not_found' }
  const changed = steps.filter(({ flight, delayMins }) => delayMins !== flight.delayMins)
  // Nobody is told of a time that is over.
  if (changed.some(({ flight, delayMins }) => leavesAt(flight, delayMins) <= now))
    return { ok: false, reason: 'delay_in_past' }
  return { ok: true, plan: { pressed, minutes, steps: changed, own } }
}

export interface DelayedParty {
  orderId: number
  brandId: number
  flightId: number
  seats: number
  /** False for a walk-in, who gave no e-mail. */
  hasMail: boolean
}

/** The parties with paid seats on flights, once for each flight. */
export async function findDelayedParties(db: DbOrTx, flightIds: readonly number[]): Promise<DelayedParty[]> {
  if (flightIds.length === 0) return []
  const rows = await db
    .select({
      orderId: orders.id,
      brandId: orders.brandId,
      email: orders.email,
      flightId: holds.flightId,
      seats: sql<number>`sum(${holds.seats})`.mapWith(Number),
    })
    .from(holds)
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .where(and(inArray(holds.flightId, [...flightIds]), eq(holds.state, 'sold'), isNotNull(holds.orderId)))
    .groupBy(orders.id, holds.flightId)
    .orderBy(asc(orders.id), asc(holds.flightId))
  return rows.map(({ email, ...party }) => ({ ...party, hasMail: !isWalkInEmail(email) }))
}

export type DelayPreviewed = { ok: true; preview: FlightDelayPreview } | Extract<PlanFound, { ok: false }>

/** What a delay would do, were it set now: which flights wait, who is told, and which papers change. */
export async function previewDelay(
  deps: Pick<ApiDeps, 'settings'>,
  db: DbOrTx,
  asked: DelayAsked,
): Promise<DelayPreviewed> {
  const found = await readDelayPlan(db, asked)
  return found.ok ? { ok: true, preview: await presentPlan(deps, db, found.plan) } : found
}

/** The words of a plan for staff. */
export async function presentPlan(
  deps: Pick<ApiDeps, 'settings'>,
  db: DbOrTx,
  { pressed, minutes, steps }: DelayPlan,
): Promise<FlightDelayPreview> {
  const ids = steps.map(({ flight }) => flight.id)
  const parties = await findDelayedParties(db, ids)
  const versions = await findVersionNumbers(db, ids)
  const tired = await findTiredPilots(db, steps)
  const told = [...new Map(parties.map((party) => [party.orderId, party])).values()]
  let byText = 0
  let toCall = 0
  for (const { orderId: id, brandId, hasMail } of told) {
    const { ok: getsText } = await findTextRecipient(db, deps.settings, { id, brandId })
    if (getsText) byText += 1
    else if (!hasMail) toCall += 1
  }
  return {
    flight_id: pressed.id,
    flight_code: pressed.code,
    product_name: pressed.productName,
    terminal_name: pressed.terminalName,
    timezone: pressed.timezone,
    status: pressed.status,
    scheduled_at: pressed.scheduledAt.toISOString(),
    depart_at: leavesAt(pressed, pressed.delayMins).toISOString(),
    delay_mins: pressed.delayMins,
    own_delay_mins: pressed.ownDelayMins,
    delay_reason: pressed.delayReason,
    delay_words: pressed.delayWords,
    minutes,
    flights: steps
      .map((step) => presentStep(step, { parties, versions, tired }))
      .toSorted((a, b) => a.depart_at.localeCompare(b.depart_at) || a.flight_id - b.flight_id),
    parties: told.length,
    people: parties.reduce((sum, { seats }) => sum + seats, 0),
    by_mail: told.filter(({ hasMail }) => hasMail).length,
    by_text: byText,
    to_call: toCall,
  }
}

interface StepFacts {
  parties: readonly DelayedParty[]
  versions: ReadonlyMap<number, number>
  /** The flights whose pilot would be over a limit. */
  tired: ReadonlySet<number>
}

function presentStep(step: RippleStep<DelayFlight>, { parties, versions, tired }: StepFacts): DelayedFlight {
  const { flight, delayMins, cause, waitsFor } = step
  const here = parties.filter(({ flightId }) => flightId === flight.id)
  return {
    flight_id: flight.id,
    flight_code: flight.code,
    product_name: flight.productName,
    timezone: flight.timezone,
    registration: flight.registration,
    pilot_name: flight.pilotName,
    status: flight.status,
    scheduled_at: flight.scheduledAt.toISOString(),
    depart_at_was: leavesAt(flight, flight.delayMins).toISOString(),
    depart_at: leavesAt(flight, delayMins).toISOString(),
    delay_mins_was: flight.delayMins,
    delay_mins: delayMins,
    cause,
    waits_for: waitsFor?.code ?? null,
    parties: here.length,
    people: here.reduce((sum, { seats }) => sum + seats, 0),
    manifest_version: versions.get(flight.id) ?? null,
    troubles: [
      ...findDelayTroubles(step, flight),
      ...(tired.has(flight.id) ? [{ kind: 'pilot_over_limit' as const, at: null }] : []),
    ],
  }
}

/** The flights whose pilot would be over a limit of duty, or away, at the new times. */
async function findTiredPilots(
  db: DbOrTx,
  steps: readonly RippleStep<DelayFlight>[],
): Promise<ReadonlySet<number>> {
  const flown = steps.filter(({ flight }) => flight.pilotId !== null)
  const times = flown.map(({ flight, delayMins }) => leavesAt(flight, delayMins).getTime())
  if (times.length === 0) return new Set()
  const limits = await readDutyLimits(db)
  const reach = reachOf(limits)
  const [from, until] = [new Date(Math.min(...times) - reach), new Date(Math.max(...times) + reach)]
  const rosterOf = await loadRosters(db, { from, until, now: from })
  const moved = (one: RosterFlight): RosterFlight => {
    const step = flown.find(({ flight }) => flight.id === one.id)
    if (!step) return one
    const departAt = leavesAt(step.flight, step.delayMins)
    return { ...one, departAt, arriveAt: addMinutes(departAt, step.flight.flightMins) }
  }
  return new Set(
    flown.flatMap(({ flight: { id, pilotId } }) => {
      const roster = rosterOf(pilotId ?? 0)
      const flights = roster.flights.map(moved)
      const own = flights.find((one) => one.id === id)
      return own && judgeRoster(own, { ...roster, flights }, limits).length > 0 ? [id] : []
    }),
  )
}

async function findVersionNumbers(
  db: DbOrTx,
  flightIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (flightIds.length === 0) return new Map()
  const rows = await db
    .select({
      flightId: flights.id,
      number: sql<number>`max(${manifestVersions.number})`.mapWith(Number),
    })
    .from(manifestVersions)
    .innerJoin(flights, eq(flights.id, manifestVersions.flightId))
    .where(inArray(manifestVersions.flightId, [...flightIds]))
    .groupBy(flights.id)
  return new Map(rows.map(({ flightId, number }) => [flightId, number]))
}
