import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type ApiDeps } from '../deps.ts'
import { decideMinimum } from '../rules/departures/departure-minimum.ts'
import { lockSlotRows } from '../slots/slot-rows.ts'
import { callOffSlot, isGone } from './cancel-departure.ts'

/** When it is decided whether a departure leaves. */
const decidedAt = sql`${slots.departAt} - ${products.minDecidedMins} * interval '1 minute'`
const isTaken = sql`exists (select from ${flights} where ${eq(flights.slotId, slots.id)}
  and ${flights.seatsSold} + ${flights.seatsHeld} > 0)`

/**
 * Decides of each departure whose moment has come whether it has the seats sold that its product
 * needs: it leaves, staff are asked, or it is cancelled. Each is decided once, in a transaction of
 * its own, so an interrupted job goes on where it stopped; seats that are given back later undo
 * nothing.
 */
export async function decideMinimums(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const due = await db
    .select({ slot: slots, decidedAt: decidedAt.mapWith(slots.departAt), product: products })
    .from(slots)
    .innerJoin(products, eq(products.id, slots.productId))
    .where(
      and(
        gt(products.minPassengers, 1),
        isNull(slots.minimumDecidedAt),
        isNull(slots.calledOffAt),
        gt(slots.departAt, now),
        lte(decidedAt, now),
        isTaken,
      ),
    )
    .orderBy(slots.departAt, slots.id)
  for (const one of due)
    await retryDeadlocks(() => db.transaction((tx) => decideOne(tx, deps, { ...one, now })))
  await closePastTasks(deps, now)
}

interface Due {
  slot: typeof slots.$inferSelect
  product: typeof products.$inferSelect
  decidedAt: Date
  now: Date
}

async function decideOne(tx: Tx, deps: ApiDeps, { slot, product, now, ...due }: Due): Promise<void> {
  const [locked] = await lockSlotRows(tx, [slot.id])
  if (!locked || locked.calledOffAt) return
  const [open] = await tx.select({ decided: slots.minimumDecidedAt }).from(slots).where(eq(slots.id, slot.id))
  if (!open || open.decided) return
  const taken = await tx
    .select({
      seats: holds.seats,
      wholeFlight: holds.wholeFlight,
      state: holds.state,
      createdAt: holds.createdAt,
    })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(flights.slotId, slot.id), inArray(holds.state, ['held', 'sold'])))
  const decision = decideMinimum(
    taken.flatMap(({ state, ...one }) => (state === 'released' ? [] : [{ ...one, state }])),
    { passengers: product.minPassengers, decidedAt: due.decidedAt, now },
  )
  if (decision === 'wait') return
  await tx.update(slots).set({ minimumDecidedAt: now }).where(eq(slots.id, slot.id))
  if (decision === 'enough' || (await isGone(tx, { slotId: slot.id, departAt: slot.departAt }, now))) return
  if (product.minMissed === 'call_off') {
    const reason = 'too_few_passengers'
    await callOffSlot(tx, deps, { slot, slotId: slot.id, reason, note: null, actor: 'clock', now })
    return
  }
  await tx
    .insert(staffTasks)
    .values({ kind: 'too_few_passengers', slotId: slot.id, createdAt: now })
    .onConflictDoNothing()
}

/** What has left without an answer needs none any more. */
async function closePastTasks(deps: ApiDeps, now: Date): Promise<void> {
  const { db } = deps.database
  const left = db.select({ id: slots.id }).from(slots).where(lte(slots.departAt, now))
  await db
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: now })
    .where(
      and(
        eq(staffTasks.kind, 'too_few_passengers'),
        eq(staffTasks.state, 'open'),
        inArray(staffTasks.slotId, left),
      ),
    )
}
