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
 * Does what follows from call-offs: nobody holds seats on them or waits for them any more, and
 * everybody who had paid has a claim and a mail. Each step is a transaction of its own that finds
 * it done when it comes twice, so a job that dies is simply begun again. Afterwards, what the clock
 * decides about claims.
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
      await work(deps, calledOff)
    } catch (error) {
      deps.log.error(
        { err: error, cancellation: calledOff.cancellation.id },
        'a call-off could not be seen to',
      )
    }
  }
  await sweepRebookingOffers(deps)
}

async function work(deps: ApiDeps, calledOff: CancelledSlot): Promise<void> {
  const { db } = deps.database
  const { cancellation, slot } = calledOff
  await closeCancelledDeparture(deps, slot.id)
  // Who has paid comes first: they are to hear of it now, also where a provider does not answer
  // about somebody else.
  for (const orderId of await findUnclaimed(db, calledOff))
    await createRebookingOffer(deps, calledOff, orderId)
  let open = 0
  for (const orderId of await findHolders(db, slot.id)) {
    if (!(await endCancelledHold(deps, calledOff, orderId))) open += 1
  }
  if (open > 0 || (await findUnclaimed(db, calledOff)).length > 0) return
  // Whoever they are kept for: an order, somebody who waits, a gift, a claim.
  const kept = db.select({ id: flights.id }).from(flights).where(eq(flights.slotId, slot.id))
  if ((await db.$count(holds, and(inArray(holds.flightId, kept), eq(holds.state, 'held')))) > 0) return
  await db
    .update(departureCancellations)
    .set({ doneAt: deps.clock.now() })
    .where(eq(departureCancellations.id, cancellation.id))
}

/** Orders with sold seats there and without a claim. */
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
