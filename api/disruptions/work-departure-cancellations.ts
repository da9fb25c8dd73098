import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type ApiDeps } from '../deps.ts'
import { closeCancelledDeparture } from '../waitlist/close-cancelled-waitlist.ts'
import { endCancelledHold } from './end-cancelled-hold.ts'
import { createRebookingOffer, type CancelledSlot } from './make-rebooking-offer.ts'
import { sweepRebookingOffers } from './sweep-rebooking-offers.ts'

/**
 * Carries out departure cancellations: ends holds and waitlist entries, and gives every paid order
 * a rebooking offer and a mail. Each step is a transaction that can be repeated, so an interrupted
 * job simply starts again. Afterwards the clock is applied to rebooking offers.
 */
export async function processDepartureCancellations(deps: ApiDeps): Promise<void> {
  const due = await deps.database.db
    .select({ cancellation: departureCancellations, slot: slots })
    .from(departureCancellations)
    .innerJoin(slots, eq(slots.id, departureCancellations.slotId))
    .where(isNull(departureCancellations.doneAt))
    .orderBy(asc(departureCancellations.id))
  for (const calledOff of due) {
    try {
      await workCancellation(deps, calledOff)
    } catch (error) {
      deps.log.error(
        { err: error, cancellation: calledOff.cancellation.id },
        'a call-off could not be seen to',
      )
    }
  }
  await sweepRebookingOffers(deps)
}

async function workCancellation(deps: ApiDeps, calledOff: CancelledSlot): Promise<void> {
  const { db } = deps.database
  const { cancellation, slot } = calledOff
  await closeCancelledDeparture(deps, slot.id)
  // Paid orders come first, so that they hear of it even when the provider does not answer for
  // others.
  for (const orderId of await findUnclaimed(db, calledOff))
    await createRebookingOffer(deps, calledOff, orderId)
  let open = 0
  for (const orderId of await findHolders(db, slot.id)) {
    if (!(await endCancelledHold(deps, calledOff, orderId))) open += 1
  }
  if (open > 0 || (await findUnclaimed(db, calledOff)).length > 0) return
  // All holds: of orders, waitlist offers, gifts and rebooking offers.
  const kept = db.select({ id: flights.id }).from(flights).where(eq(flights.slotId, slot.id))
  if ((await db.$count(holds, and(inArray(holds.flightId, kept), eq(holds.state, 'held')))) > 0) return
  await db
    .update(departureCancellations)
    .set({ doneAt: deps.clock.now() })
    .where(eq(departureCancellations.id, cancellation.id))
}

/** The orders with sold seats there and without a rebooking offer. */
async function findUnclaimed(db: Db, { cancellation, slot }: CancelledSlot): Promise<number[]> {
  const claimed = db
    .select({ one: sql`1` })
    .from(rebookingOffers)
    .where(and(eq(rebookingOffers.orderId, holds.orderId), eq(rebookingOffers.callOffId, cancellation.id)))
  return findOrders(db, slot.id, 'sold', notExists(claimed))
}

const findHolders = (db: Db, slotId: number) => findOrders(db, slotId, 'held')

async function findOrders(
  db: Db,
  slotId: number,
  state: 'held' | 'sold',
  more?: ReturnType<typeof notExists>,
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: holds.orderId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(flights.slotId, slotId), eq(holds.state, state), isNotNull(holds.orderId), more))
    .orderBy(asc(holds.orderId))
  return rows.flatMap(({ orderId }) => orderId ?? [])
}
