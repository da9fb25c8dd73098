import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { rebookingAlternatives } from '../db/schema/departure-cancellations.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { loadReschedulable } from '../reschedules/load-reschedule.ts'
import { swapSeats } from '../reschedules/swap-rescheduled-seats.ts'
import { lockSlotRows } from '../slots/slot-rows.ts'
import { type AnswerRecord, type OpenRebookingOffer, settleRebookingOffer } from './settle-rebooking-offer.ts'

type AcceptedAlternative = { ok: true } | { ok: false; reason: 'alternative_gone' }

const GONE: AcceptedAlternative = { ok: false, reason: 'alternative_gone' }

/** Rolls back a rebooking that did not succeed. */
class NotMoved extends Error {}

/** Takes the held seats: the party flies then, without a fee and without a difference. */
export async function acceptAlternative(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  open: OpenRebookingOffer,
  { alternativeId, by, actor }: AnswerRecord & { alternativeId: number },
): Promise<AcceptedAlternative> {
  const { offer, cancellation, order, now } = open
  const [kept] = await tx
    .select()
    .from(rebookingAlternatives)
    .where(and(eq(rebookingAlternatives.id, alternativeId), eq(rebookingAlternatives.claimId, offer.id)))
  if (kept?.state !== 'open' || kept.expiresAt <= now) return GONE
  await lockSlotRows(tx, [cancellation.slotId, kept.slotId])
  const both = await tx
    .select()
    .from(slots)
    .where(inArray(slots.id, [cancellation.slotId, kept.slotId]))
  const from = both.find(({ id }) => id === cancellation.slotId)
  const to = both.find(({ id }) => id === kept.slotId)
  if (!from || !to || to.calledOffAt || to.departAt <= now) return GONE
  const left = and(eq(flights.slotId, to.id), inArray(flights.status, ['departed', 'landed']))
  if ((await tx.$count(flights, left)) > 0) return GONE
  try {
    await tx.transaction((point) => exchangeForAlternative(point, open, { alternativeId, to }))
  } catch (error) {
    if (error instanceof NotMoved) return GONE
    throw error
  }
  await tx
    .update(rebookingAlternatives)
    .set({ state: 'taken' })
    .where(eq(rebookingAlternatives.id, alternativeId))
  await settleRebookingOffer(tx, offer.id, {
    state: 'moved',
    movedToSlotId: to.id,
    answeredBy: by,
    answeredAt: now,
  })
  const { id: orderId, status, email } = order
  const event = { orderId, at: now, actor, fromStatus: status, toStatus: status }
  const details = { claim: offer.id, from: from.departAt.toISOString(), to: to.departAt.toISOString() }
  await tx.insert(orderEvents).values({ ...event, reason: 'moved after a call-off', details })
  const eventKey = `flight_moved:claim:${String(offer.id)}`
  await queueMail(tx, { kind: 'flight_moved', eventKey, orderId, to: email }, now, deps)
  deps.jobs?.wake('waitlists')
  return { ok: true }
}

async function exchangeForAlternative(
  tx: Tx,
  { cancellation, order, judged, now }: OpenRebookingOffer,
  { alternativeId, to }: { alternativeId: number; to: typeof slots.$inferSelect },
): Promise<void> {
  const [own] = await tx
    .select({ flightId: holds.flightId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, order.id), eq(holds.state, 'sold'), eq(flights.slotId, cancellation.slotId)))
    .orderBy(asc(holds.id))
  const reschedulable = await loadReschedulable(tx, order, own?.flightId, { now, begun: true })
  if (!reschedulable) throw new NotMoved()
  const { units } = judged.party
  const newHoldIds = await assignSeats(tx, { alternativeId, orderId: order.id, units, now })
  const swapped = await swapSeats(tx, {
    order,
    fromFlightIds: reschedulable.fromFlightIds,
    units,
    whole: true,
    passengerIds: reschedulable.people.map(({ id }) => id),
    departureId: to.departureId,
    departAt: to.departAt,
    newHoldIds,
    now,
  })
  if (!swapped.ok) throw new NotMoved()
}

interface Taking {
  alternativeId: number
  orderId: number
  units: number
  now: Date
}

/**
 * Assigns the held seats to the order for the rebooking; seats it no longer needs after a partial
 * refund are released.
 */
async function assignSeats(tx: Tx, { alternativeId, orderId, units, now }: Taking): Promise<number[]> {
  const kept = await tx
    .select()
    .from(holds)
    .where(and(eq(holds.claimAlternativeId, alternativeId), eq(holds.state, 'held')))
    .orderBy(asc(holds.id))
  let left = units
  const taken: number[] = []
  for (const hold of kept) {
    const seats = hold.wholeFlight ? (left > 0 ? hold.seats : 0) : Math.min(hold.seats, left)
    left -= hold.wholeFlight ? Math.min(1, left) : seats
    if (seats < hold.seats) {
      await tx
        .update(flights)
        .set({ seatsHeld: sql`${flights.seatsHeld} - ${hold.seats - seats}` })
        .where(eq(flights.id, hold.flightId))
    }
    if (seats === 0) {
      await tx.update(holds).set({ state: 'released' }).where(eq(holds.id, hold.id))
      continue
    }
    await tx
      .update(holds)
      .set({ claimAlternativeId: null, orderId, forMove: true, seats, expiresAt: now })
      .where(eq(holds.id, hold.id))
    taken.push(hold.id)
  }
  if (left > 0) throw new NotMoved()
  return taken
}
