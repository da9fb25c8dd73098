import { and, eq, inArray } from 'drizzle-orm'
import { type DepartureCancellationFields } from '#contract/call-off.ts'
import { type Tx } from '../db/client.ts'
import { departureCancellations } from '../db/schema/departure-cancellations.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { writeAudit } from '../store/write-audit.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { loadCartFacts } from '../pricing/load-cart-facts.ts'
import { announceEvent } from '../store/queue-webhook.ts'
import { brandsSelling } from '../store/find-selling-brands.ts'
import { lockSlotRows } from '../slots/slot-rows.ts'
import { findOrMakeSlot, type SlotIdentity } from '../slots/slot-store.ts'
import { leaveWeatherHold } from './weather-holds/leave-weather-hold.ts'

export type CancelDepartureResult =
  { ok: true; callOffId: number; made: boolean } | { ok: false; reason: 'not_found' | 'flight_departed' }

/** How long after its time a departure may still leave late. */
const LATE_MS = 12 * 3_600_000

/**
 * The operator cancels a departure. From this transaction on no seat on it is sold and no payment
 * for one is kept. The job `processDepartureCancellations` does the rest; it is started here and
 * may be interrupted at any time. Repeating the call gives the same cancellation.
 */
export async function cancelDeparture(
  deps: ApiDeps,
  fields: DepartureCancellationFields,
  actor: string,
): Promise<CancelDepartureResult> {
  const now = deps.clock.now()
  const slot = await findSlotToCancel(deps, fields, now)
  if (!slot) return { ok: false, reason: 'not_found' }
  return retryDeadlocks(() =>
    deps.database.db.transaction((tx) => writeCancellation(tx, deps, { slot, fields, actor, now })),
  )
}

interface ToCallOff {
  slot: SlotIdentity
  fields: DepartureCancellationFields
  actor: string
  now: Date
}

async function writeCancellation(
  tx: Tx,
  deps: ApiDeps,
  { slot, fields, actor, now }: ToCallOff,
): Promise<CancelDepartureResult> {
  const { id: slotId } = await findOrMakeSlot(tx, slot)
  await lockSlotRows(tx, [slotId])
  const [before] = await tx
    .select({ id: departureCancellations.id })
    .from(departureCancellations)
    .where(eq(departureCancellations.slotId, slotId))
  if (before) return { ok: true, callOffId: before.id, made: false }
  if (await isGone(tx, { slotId, departAt: slot.departAt }, now)) {
    return { ok: false, reason: 'flight_departed' }
  }
  const callOffId = await callOffSlot(tx, deps, { ...fields, slot, slotId, actor, now })
  return { ok: true, callOffId, made: true }
}

/** Whether a flight of the departure has left, or the departure is so long ago that it must have. */
export async function isGone(
  tx: Tx,
  { slotId, departAt }: { slotId: number; departAt: Date },
  now: Date,
): Promise<boolean> {
  const left = and(eq(flights.slotId, slotId), inArray(flights.status, ['departed', 'landed']))
  return (await tx.$count(flights, left)) > 0 || departAt.getTime() + LATE_MS < now.getTime()
}

interface CalledOffSlot extends Pick<DepartureCancellationFields, 'reason' | 'note'> {
  slot: SlotIdentity
  slotId: number
  weatherDayId?: number
  actor: string
  now: Date
}

/**
 * Writes the cancellation of a locked slot that neither left nor was cancelled before: nothing of it
 * is sold any more.
 */
export async function callOffSlot(
  tx: Tx,
  deps: ApiDeps,
  { slot, slotId, reason, note, weatherDayId, actor, now }: CalledOffSlot,
): Promise<number> {
  const byUser = /^user:(\d+)$/.exec(actor)?.[1]
  const userId = byUser === undefined ? undefined : Number(byUser)
  await leaveWeatherHold(tx, deps, [slotId], { how: 'called_off', userId, now })
  await tx.update(slots).set({ calledOffAt: now }).where(eq(slots.id, slotId))
  await tx.update(flights).set({ status: 'called_off' }).where(eq(flights.slotId, slotId))
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: now })
    .where(and(eq(staffTasks.slotId, slotId), eq(staffTasks.state, 'open')))
  const values = { slotId, reason, note: note || null, actor, createdAt: now }
  const [written] = await tx
    .insert(departureCancellations)
    .values({ ...values, weatherDayId: weatherDayId ?? null })
    .returning({ id: departureCancellations.id })
  if (!written) throw new Error('The call-off was not written')
  deps.jobs?.wake('call-offs')
  const after = { departure_id: slot.departureId, depart_at: slot.departAt.toISOString(), reason }
  if (userId !== undefined)
    await writeAudit(tx, { userId, at: now }, { resource: 'call_offs', id: written.id, after })
  await announceCallOff(tx, slot, { id: written.id, reason, now })
  deps.log.info({ callOff: written.id, slot: slotId, actor, reason }, 'departure called off')
  return written.id
}

async function announceCallOff(
  tx: Tx,
  { productId, departureId, departAt }: SlotIdentity,
  { now, ...cancellation }: { id: number; reason: string; now: Date },
): Promise<void> {
  const departure = { id: departureId, product_id: productId, depart_at: departAt.toISOString() }
  const data = { call_off: cancellation, departure }
  const brandIds = await brandsSelling(tx, productId)
  await announceEvent(tx, { type: 'departure.called_off', brandIds, data, now })
}

/** Finds the departure: of a flight, of an existing slot, or of the timetable without a slot. */
export async function findSlotToCancel(
  deps: ApiDeps,
  fields: DepartureCancellationFields,
  now: Date,
): Promise<SlotIdentity | undefined> {
  const { db } = deps.database
  const { flight_id: flightId, departure_id: departureId, depart_at: at } = fields
  if (flightId !== undefined) {
    const [found] = await db
      .select({ slot: slots })
      .from(flights)
      .innerJoin(slots, eq(slots.id, flights.slotId))
      .where(eq(flights.id, flightId))
    return found?.slot
  }
  if (departureId === undefined || at === undefined) return undefined
  const departAt = new Date(at)
  const [known] = await db
    .select()
    .from(slots)
    .where(and(eq(slots.departureId, departureId), eq(slots.departAt, departAt)))
  if (known) return known
  const { entries } = await readCatalogue(db)
  const entry = entries.find(({ departures }) => departures.some(({ id }) => id === departureId))
  if (!entry) return undefined
  const brandId = entry.product.brandId
  const loaded = await loadCartFacts(db, { brandId, departureId, departAt, now, forStaff: true })
  return loaded.ok ? loaded.facts.slot : undefined
}
