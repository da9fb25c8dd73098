import { asc, eq, inArray } from 'drizzle-orm'
import { type DelayReason } from '#contract/enums.ts'
import { type FlightDelay, type FlightDelayFields, type FlightDelayPreview } from '#contract/flight-delay.ts'
import { type Tx } from '../../db/client.ts'
import { sqlState } from '../../db/refused-statement.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { delayNotices, flightDelays } from '../../db/schema/flight-delays.ts'
import { flights } from '../../db/schema/inventory.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { refusePilot } from '../../flights/check-pilot.ts'
import { lockSlotRows, releaseLapsedHolds } from '../../slots/slot-rows.ts'
import { brandsSelling } from '../../store/find-selling-brands.ts'
import { announceEvent } from '../../store/queue-webhook.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { leavesAt, type RippleStep, sortForWriting } from '../rules/delay-ripple.ts'
import { leaveWeatherHold } from '../weather-holds/leave-weather-hold.ts'
import { type DelayFlight } from './load-delay-day.ts'
import { type DelayPlan, findDelayedParties, presentPlan, readDelayPlan } from './preview-delay.ts'

export type DelayRefusal =
  'not_found' | 'flight_not_ahead' | 'delay_in_past' | 'delay_overlaps' | 'delay_pilot_busy'
export type DelaySet =
  | { ok: true; delay: FlightDelay }
  | { ok: false; reason: 'delay_changed'; preview: FlightDelayPreview }
  | { ok: false; reason: DelayRefusal }

/** Rolls the transaction back and carries the answer out. */
class Refused extends Error {
  constructor(readonly answer: Extract<DelaySet, { ok: false }>) {
    super(answer.reason)
  }
}

const MINUTE = 60_000
/** SQLSTATE when an aircraft would be in two flights at once. */
const EXCLUSION_VIOLATION = '23P01'

/**
 * Sets the delay of a flight with all that it holds up in one transaction: new times, and a notice for
 * each party, by which the job `processDelays` tells it. The same delay once more writes nothing.
 *
 * @param asked.pilotId who asks as a pilot, for whom there are no flights but their own; undefined for staff
 * @param asked.fields.seen what the preview showed; if the day has changed since, nothing is written
 */
export async function setDelay(deps: ApiDeps, asked: DelayToSet): Promise<DelaySet> {
  try {
    return await retryDeadlocks(() => deps.database.db.transaction((tx) => writeDelay(tx, deps, asked)))
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

interface DelayToSet {
  flightId: number
  pilotId: number | undefined
  fields: FlightDelayFields
  by: AuditBy
}

async function writeDelay(tx: Tx, deps: ApiDeps, asked: DelayToSet): Promise<DelaySet> {
  const { flightId, pilotId, fields, by } = asked
  await lockFlights(tx, [flightId, ...fields.seen.map(({ flight_id: id }) => id)], by.at)
  const found = await readDelayPlan(tx, { flightId, minutes: fields.minutes, now: by.at, pilotId })
  if (!found.ok) return found
  const { plan } = found
  const { minutes, reason } = fields
  const same = { id: null, flight_id: flightId, minutes, reason, flights: 0, parties: 0 }
  if (stands(plan, fields)) return { ok: true, delay: same }
  if (!wasSeen(plan, fields)) {
    return { ok: false, reason: 'delay_changed', preview: await presentPlan(deps, tx, plan) }
  }
  const [delay] = await tx
    .insert(flightDelays)
    .values({
      flightId,
      minutes,
      reason,
      words: fields.words || null,
      actor: `user:${String(by.userId)}`,
      createdAt: by.at,
    })
    .returning({ id: flightDelays.id })
  if (!delay) throw new Error('The delay was not written')
  await writeTimes(tx, plan, fields, by)
  // Whoever is told a time does not wait for the decision of a weather hold any more.
  const slotIds = [plan.pressed, ...plan.steps.map(({ flight }) => flight)].map(({ slotId }) => slotId)
  await leaveWeatherHold(tx, deps, slotIds, { how: 'released', userId: by.userId, now: by.at })
  for (const { flight } of plan.steps) {
    if (flight.pilotId !== null && (await refusePilot(tx, flight.pilotId, flight.id)) !== undefined)
      throw new Refused({ ok: false, reason: 'delay_pilot_busy' })
  }
  const parties = await writeNotices(tx, delay.id, plan.steps)
  if (parties > 0) deps.jobs?.wake('call-offs')
  else await tx.update(flightDelays).set({ doneAt: by.at }).where(eq(flightDelays.id, delay.id))
  deps.log.info({ delay: delay.id, flight: flightId, minutes, flights: plan.steps.length }, 'flight delayed')
  return { ok: true, delay: { ...same, id: delay.id, flights: plan.steps.length, parties } }
}

/**
 * Locks what the preview named, as everybody does: slots, then flights, then pilots, each in id order.
 * What it did not name makes the plan another one, and so the answer 409.
 */
async function lockFlights(tx: Tx, flightIds: readonly number[], now: Date): Promise<void> {
  const named = inArray(flights.id, [...new Set(flightIds)])
  const slotIds = (await tx.selectDistinct({ id: flights.slotId }).from(flights).where(named)).map(
    ({ id }) => id,
  )
  await lockSlotRows(tx, slotIds)
  await releaseLapsedHolds(tx, slotIds, now)
  const rows = await tx
    .select({ pilotId: flights.pilotId })
    .from(flights)
    .where(named)
    .orderBy(asc(flights.id))
    .for('update')
  const pilotIds = [...new Set(rows.flatMap(({ pilotId }) => pilotId ?? []))]
  if (pilotIds.length === 0) return
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, pilotIds))
    .orderBy(asc(users.id))
    .for('update')
}

/** The flight has this delay, and nothing waits for it that does not wait already. */
function stands({ pressed, steps }: DelayPlan, { minutes, reason, words }: FlightDelayFields): boolean {
  if (steps.length > 0 || pressed.ownDelayMins !== minutes) return false
  return minutes === 0 || (pressed.delayReason === reason && (pressed.delayWords ?? '') === (words ?? ''))
}

function wasSeen({ steps }: DelayPlan, { seen }: FlightDelayFields): boolean {
  return (
    steps.length === seen.length &&
    steps.every(({ flight, delayMins }) =>
      seen.some(
        (one) =>
          one.flight_id === flight.id &&
          one.delay_mins_was === flight.delayMins &&
          one.delay_mins === delayMins,
      ),
    )
  )
}

async function writeTimes(
  tx: Tx,
  { pressed, minutes, steps, own }: DelayPlan,
  fields: FlightDelayFields,
  by: AuditBy,
): Promise<void> {
  const toWrite = steps.includes(own) ? steps : [...steps, own]
  for (const step of sortForWriting(toWrite)) {
    const { flight, delayMins } = step
    const isPressed = flight.id === pressed.id
    const ownDelayMins = isPressed ? minutes : flight.ownDelayMins
    const why = delayMins === 0 ? NO_REASON : isPressed && minutes > 0 ? fields : reasonOf(step, ownDelayMins)
    const departAt = leavesAt(flight, delayMins)
    await writeTime(tx, flight.id, {
      ...{ delayMins, ownDelayMins, departAt },
      delayReason: why.reason,
      delayWords: why.words || null,
      readyAt: new Date(departAt.getTime() + flight.busyMins * MINUTE),
      status: statusOf(flight, delayMins),
    })
    await announceStatus(tx, flight, { status: statusOf(flight, delayMins), now: by.at })
    await writeAudit(tx, by, {
      resource: 'flights',
      id: flight.id,
      before: { delay_mins: flight.delayMins, delay_reason: flight.delayReason },
      after: { delay_mins: delayMins, delay_reason: why.reason },
    })
  }
}

async function writeTime(tx: Tx, id: number, values: Partial<typeof flights.$inferInsert>): Promise<void> {
  try {
    await tx.update(flights).set(values).where(eq(flights.id, id))
  } catch (error) {
    // A flight of a day that the plan does not see.
    if (sqlState(error) === EXCLUSION_VIOLATION) throw new Refused({ ok: false, reason: 'delay_overlaps' })
    throw error
  }
}

/** Other systems hear of it as when staff change the status. */
async function announceStatus(
  tx: Tx,
  { id, code, status: before, productId }: DelayFlight,
  { status, now }: { status: DelayFlight['status']; now: Date },
): Promise<void> {
  if (status === before) return
  const brandIds = await brandsSelling(tx, productId)
  const flight = { id, flight_code: code, status }
  await announceEvent(tx, { type: 'flight.status_changed', brandIds, data: { flight }, now })
}

const NO_REASON = { reason: null, words: null }

/** What was set for a flight itself keeps its reason; otherwise it waits for the aircraft or the pilot. */
function reasonOf(
  { flight, cause }: RippleStep<DelayFlight>,
  ownDelayMins: number,
): { reason: DelayReason; words: string | null } {
  if (ownDelayMins > 0 && flight.delayReason) return { reason: flight.delayReason, words: flight.delayWords }
  return { reason: cause === 'pilot' ? 'pilot' : 'late_aircraft', words: null }
}

const statusOf = ({ status }: DelayFlight, delayMins: number) =>
  delayMins > 0 ? (status === 'scheduled' ? 'delayed' : status) : status === 'delayed' ? 'scheduled' : status

/** A notice for each party with another time, about its first flight that has one. */
async function writeNotices(
  tx: Tx,
  delayId: number,
  steps: readonly RippleStep<DelayFlight>[],
): Promise<number> {
  const soonest = steps.toSorted(
    (a, b) => leavesAt(a.flight, a.delayMins).getTime() - leavesAt(b.flight, b.delayMins).getTime(),
  )
  const parties = await findDelayedParties(
    tx,
    steps.map(({ flight }) => flight.id),
  )
  const orderIds = [...new Set(parties.map(({ orderId }) => orderId))]
  const notices = orderIds.flatMap((orderId) => {
    const step = soonest.find(({ flight }) =>
      parties.some((one) => one.orderId === orderId && one.flightId === flight.id),
    )
    if (!step) return []
    const { flight, delayMins } = step
    return [{ delayId, orderId, flightId: flight.id, isEarlier: delayMins < flight.delayMins }]
  })
  if (notices.length > 0) await tx.insert(delayNotices).values(notices)
  return notices.length
}
