import { and, eq, isNotNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderEvents } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { isAhead } from '../../flights/rules/flight-steps.ts'
import { MOVED_BY_SHOP } from '../../orders/rules/moved-by-shop.ts'
import { closeAttempt } from '../../payments/close-attempt.ts'
import { loadReschedulable } from '../../reschedules/load-reschedule.ts'
import { swapSeats } from '../../reschedules/swap-rescheduled-seats.ts'
import { findRebookingParty } from '../../seats/find-slot-party.ts'
import { holdForChange } from '../../seats/hold-change-seats.ts'
import { lockSlotRows, releaseLapsedHolds } from '../../slots/slot-rows.ts'
import { findOrMakeSlot, reserveSeats, type SlotIdentity } from '../../slots/slot-store.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { findOpenAttempt } from '../../store/payments/payment-attempts.ts'
import { announceOrder } from '../../store/queue-webhook.ts'
import { queueText } from '../../store/texts/queue-text.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { callOffSlot, isGone } from '../cancel-departure.ts'
import { type PlannedFlight } from '../rules/rescue-plan.ts'
import { type RescueTarget } from '../rules/rescue-rooms.ts'

/** Rolls a flight back that is not as the plan saw it. */
class Changed extends Error {}

interface ClearedFlight {
  planned: PlannedFlight
  /** The aircraft that is down. */
  aircraftId: number
  by: AuditBy
}

/**
 * Moves the parties of a flight that the plan moves, and calls the rest of its departure off, in one
 * transaction: nobody stands half. Whoever is moved pays nothing, and is told once.
 *
 * @returns false if the flight or its parties are not as the plan saw them; nothing is written then
 */
export async function clearFlight(deps: ApiDeps, cleared: ClearedFlight): Promise<boolean> {
  const { db } = deps.database
  const moved = cleared.planned.parties.filter(({ outcome }) => outcome === 'moved')
  // A change that is being paid must not be paid for seats that are gone.
  for (const { party } of moved) {
    const paying = await findOpenAttempt(db, party.orderId)
    if (paying) await closeAttempt(deps, paying.id)
  }
  try {
    await retryDeadlocks(() => db.transaction((tx) => clear(tx, deps, cleared)))
  } catch (error) {
    if (error instanceof Changed) return false
    throw error
  }
  deps.jobs?.wake('waitlists')
  return true
}

async function clear(tx: Tx, deps: ApiDeps, { planned, aircraftId, by }: ClearedFlight): Promise<void> {
  const { flight: facts, parties, act } = planned
  const orders = new Map<number, OrderRow>()
  for (const id of parties.map(({ party }) => party.orderId).toSorted((a, b) => a - b))
    orders.set(id, await lockOrder(tx, id))
  const moves = parties.flatMap((one) => (one.to ? [{ one, to: one.to }] : []))
  const targets = new Map<string, { id: number; made: boolean }>()
  for (const { to } of moves.toSorted((a, b) => a.to.departure.rule.id - b.to.departure.rule.id))
    targets.set(keyOf(to), await findOrMakeSlot(tx, identityOf(facts.productId, to)))
  const [own] = await tx
    .select({ slot: slots })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(eq(flights.id, facts.flight.id))
  if (!own) throw new Changed()
  const ids = [...new Set([own.slot.id, ...[...targets.values()].map(({ id }) => id)])]
  const locked = await lockSlotRows(tx, ids)
  await releaseLapsedHolds(tx, ids, by.at)
  await requireAsPlanned(tx, { planned, aircraftId })
  for (const { one, to } of moves) {
    const slot = locked.find(({ id }) => id === targets.get(keyOf(to))?.id)
    const order = orders.get(one.party.orderId)
    if (!slot || !order) throw new Changed()
    await moveParty(tx, deps, { order, from: own.slot, flightId: facts.flight.id, to, slot, by })
  }
  if (act !== 'call_off') return
  const { slot } = own
  const isOff = locked.some(({ id, calledOffAt }) => id === slot.id && calledOffAt !== null)
  if (isOff || (await isGone(tx, { slotId: slot.id, departAt: slot.departAt }, by.at))) throw new Changed()
  const actor = `user:${String(by.userId)}`
  await callOffSlot(tx, deps, {
    ...{ slot, slotId: slot.id, actor },
    ...{ reason: 'technical', note: null, now: by.at },
  })
}

const keyOf = ({ departure: { rule, localDate } }: RescueTarget) => `${String(rule.id)}/${localDate}`

const identityOf = (
  productId: number,
  { departure: { rule, localDate, departAt, arriveAt } }: RescueTarget,
): SlotIdentity => ({
  productId,
  departureId: rule.id,
  terminalId: rule.place.id,
  ...{ localDate, departAt, arriveAt },
})

/** The flight is still this aircraft's, has not left, and has exactly the parties of the plan. */
async function requireAsPlanned(
  tx: Tx,
  { planned, aircraftId }: Pick<ClearedFlight, 'planned' | 'aircraftId'>,
): Promise<void> {
  const { id } = planned.flight.flight
  const [flight] = await tx.select().from(flights).where(eq(flights.id, id)).for('update')
  if (flight?.aircraftId !== aircraftId || !isAhead(flight.status)) throw new Changed()
  const sold = await tx
    .select({ orderId: holds.orderId, seats: holds.seats, weightLbs: holds.weightLbs })
    .from(holds)
    .where(and(eq(holds.flightId, id), eq(holds.state, 'sold'), isNotNull(holds.orderId)))
  const known = new Set(planned.parties.map(({ party }) => party.orderId))
  const present = new Set(sold.map(({ orderId }) => orderId ?? 0))
  if (known.size !== present.size || [...present].some((orderId) => !known.has(orderId))) throw new Changed()
}

interface PartyMove {
  order: OrderRow
  from: typeof slots.$inferSelect
  flightId: number
  to: RescueTarget
  /** Locked. */
  slot: { id: number; calledOffAt: Date | null; weatherHoldId: number | null }
  by: AuditBy
}

/** Takes the seats of a whole party on another departure in exchange for its own, at no charge. */
async function moveParty(
  tx: Tx,
  deps: ApiDeps,
  { order, from, flightId, to, slot, by }: PartyMove,
): Promise<void> {
  const { rule, departAt, arriveAt } = to.departure
  const now = by.at
  const party = await findRebookingParty(tx, order.id, from.id)
  if (!party) throw new Changed()
  const reserved = await reserveSeats(tx, { ...slot, departAt, arriveAt }, party, {
    ...{ candidates: rule.aircraft, heldBack: 0, now },
  })
  if (!reserved.ok) throw new Changed()
  const reschedulable = await loadReschedulable(tx, order, flightId, { now, begun: true })
  if (!reschedulable) throw new Changed()
  const newHoldIds = await holdForChange(tx, reserved.reserved, {
    ...{ orderId: order.id, orderChangeId: null, wholeFlight: party.kind === 'flight' },
    ...{ byStaff: true, paymentOpen: false, until: now, now },
  })
  const swapped = await swapSeats(tx, {
    order,
    fromFlightIds: reschedulable.fromFlightIds,
    units: party.units,
    whole: true,
    passengerIds: reschedulable.people.map(({ id }) => id),
    departureId: rule.id,
    departAt,
    newHoldIds,
    now,
  })
  if (!swapped.ok) throw new Changed()
  await tellMoved(tx, deps, { order, from, departAt, by })
}

async function tellMoved(
  tx: Tx,
  deps: ApiDeps,
  { order, from, departAt, by }: Pick<PartyMove, 'order' | 'from' | 'by'> & { departAt: Date },
): Promise<void> {
  const { id: orderId, status, email: to } = order
  const [before, after] = [from.departAt.toISOString(), departAt.toISOString()]
  const [event] = await tx
    .insert(orderEvents)
    .values({
      ...{ orderId, at: by.at, actor: `user:${String(by.userId)}`, fromStatus: status, toStatus: status },
      reason: MOVED_BY_SHOP,
      details: { from: before, to: after },
    })
    .returning({ id: orderEvents.id })
  if (!event) throw new Error('The event was not written')
  await writeAudit(tx, by, {
    resource: 'orders',
    id: orderId,
    before: { flight: before },
    after: { flight: after, reason: MOVED_BY_SHOP },
  })
  await announceOrder(tx, { type: 'order.moved', orderId, now: by.at })
  const eventKey = `flight_moved:rescue:${String(event.id)}`
  await queueMail(tx, { kind: 'flight_moved', eventKey, orderId, to }, by.at, deps)
  await queueText(tx, { kind: 'flight_moved', eventKey, order }, by.at, deps)
}
