import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { closeTarget, lockProducts } from '../../catalogue/staff-week/change-departure-date.ts'
import { type Tx } from '../../db/client.ts'
import { departureExceptions } from '../../db/schema/catalogue.ts'
import { flights } from '../../db/schema/inventory.ts'
import { staffTasks } from '../../db/schema/passengers.ts'
import { type Writer } from '../../resources/resource.ts'
import { type TransferPlan } from './load-transfer.ts'

/** Nobody flies it any more: its pilot is free, as its aircraft is. */
export async function freeFlight(tx: Tx, { from }: TransferPlan): Promise<void> {
  await tx.update(flights).set({ pilotId: null }).where(eq(flights.id, from.flight.id))
}

/** Whether no other aircraft of the departure has guests. */
export async function isLastOfSlot(tx: Tx, { from, slot }: TransferPlan): Promise<boolean> {
  const others = and(
    eq(flights.slotId, slot.id),
    ne(flights.id, from.flight.id),
    sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`,
  )
  return (await tx.$count(flights, others)) === 0
}

/** Takes the departure off sale, as the page of the week does, where it can be opened again. */
export async function closeDeparture(
  tx: Tx,
  { slot }: TransferPlan,
  code: string,
  by: Writer,
): Promise<void> {
  const { productId, departureId, localDate: date } = slot
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'nothing', doneAt: by.now })
    .where(and(eq(staffTasks.slotId, slot.id), eq(staffTasks.state, 'open')))
  await lockProducts(tx, [productId])
  const closed = and(
    eq(departureExceptions.productId, productId),
    eq(departureExceptions.date, date),
    eq(departureExceptions.kind, 'closed'),
    or(isNull(departureExceptions.departureId), eq(departureExceptions.departureId, departureId)),
  )
  if ((await tx.$count(departureExceptions, closed)) > 0) return
  const target = { product_id: productId, departure_id: departureId }
  await closeTarget(tx, target, { date, reason: `Merged with ${code}` }, by)
}
