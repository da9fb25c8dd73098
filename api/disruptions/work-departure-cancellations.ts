import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { callOffs, rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { flights, holds, slots } from '../db/schema/inventory.ts'
import { type ApiDeps } from '../deps.ts'
import { closeCalledOffLine } from '../waitlist/close-cancelled-waitlist.ts'
import { endHold } from './end-cancelled-hold.ts'
import { makeClaim, type CalledOffSlot } from './make-rebooking-offer.ts'
import { sweepClaims } from './sweep-rebooking-offers.ts'

/**
 * Does what follows from call-offs: nobody holds seats on them or waits for them any more, and
 * everybody who had paid has a claim and a mail. Each step is a transaction of its own that finds
 * it done when it comes twice, so a job that dies is simply begun again. Afterwards, what the clock
 * decides about claims.
 */
export async function workCallOffs(deps: ApiDeps): Promise<void> {
  const due = await deps.database.db
    .select({ callOff: callOffs, slot: slots })
    .from(callOffs)
    .innerJoin(slots, eq(slots.id, callOffs.slotId))
    .where(isNull(callOffs.doneAt))
    .orderBy(asc(callOffs.id))
  for (const calledOff of due) {
    try {
      await work(deps, calledOff)
    } catch (error) {
      deps.log.error({ err: error, callOff: calledOff.callOff.id }, 'a call-off could not be seen to')
    }
  }
  await sweepClaims(deps)
}

async function work(deps: ApiDeps, calledOff: CalledOffSlot): Promise<void> {
  const { db } = deps.database
  const { callOff, slot } = calledOff
  await closeCalledOffLine(deps, slot.id)
  // Who has paid comes first: they are to hear of it now, also where a provider does not answer
  // about somebody else.
  for (const orderId of await findUnclaimed(db, calledOff)) await makeClaim(deps, calledOff, orderId)
  let open = 0
  for (const orderId of await findHolders(db, slot.id)) {
    if (!(await endHold(deps, calledOff, orderId))) open += 1
  }
  if (open > 0 || (await findUnclaimed(db, calledOff)).length > 0) return
  // Whoever they are kept for: an order, somebody who waits, a gift, a claim.
  const kept = db.select({ id: flights.id }).from(flights).where(eq(flights.slotId, slot.id))
  if ((await db.$count(holds, and(inArray(holds.flightId, kept), eq(holds.state, 'held')))) > 0) return
  await db.update(callOffs).set({ doneAt: deps.clock.now() }).where(eq(callOffs.id, callOff.id))
}

/** Orders with sold seats there and without a claim. */
async function findUnclaimed(db: Db, { callOff, slot }: CalledOffSlot): Promise<number[]> {
  const claimed = db
    .select({ one: sql`1` })
    .from(rescheduleClaims)
    .where(and(eq(rescheduleClaims.orderId, holds.orderId), eq(rescheduleClaims.callOffId, callOff.id)))
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
