import { and, eq } from 'drizzle-orm'
import { type OrderFields } from '#contract/order.ts'
import { type Db, type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { partyFits, spreadWeight } from '../rules/seats/seat-room.ts'
import { loadFlights } from '../slots/slot-rows.ts'
import { extendHold } from '../seats/order-seats.ts'
import { type PricedOrder } from '../pricing/price-order.ts'
import { type FoundBuyer } from './find-buyer.ts'
import { writePassengers } from '../passengers/write-passengers.ts'

/** Finds the session's own unpaid order of the same cart. */
export async function findSameOrder(
  tx: Tx,
  sessionId: string,
  userId: number,
  cartHash: string,
): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.sessionId, sessionId),
        eq(orders.userId, userId),
        eq(orders.cartHash, cartHash),
        eq(orders.status, 'awaiting_payment'),
      ),
    )
    .limit(1)
    .for('update')
  return found?.id
}

/**
 * Reuses an order for the same cart: extends its hold and replaces names and weights. It fails when
 * the seats were released (`gone`) or the party has become too heavy for the aircraft; the
 * transaction must then be rolled back. The slot must be locked.
 */
export async function reuseOrder(
  tx: Tx,
  orderId: number,
  { fields, order, heldUntil, now }: { fields: OrderFields; order: PricedOrder; heldUntil: Date; now: Date },
): Promise<'reused' | 'gone' | 'too_heavy'> {
  const held = await tx
    .select({ hold: holds, slotId: flights.slotId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
    .orderBy(holds.id)
  const [first] = held
  if (!first) return 'gone'
  const loads = await loadFlights(tx, first.slotId)
  for (const [index, weightLbs] of spreadWeight(order.party.weightLbs, held.length).entries()) {
    const hold = held[index]?.hold
    const load = loads.find(({ id }) => id === hold?.flightId)
    if (!hold || !load) return 'gone'
    const others = {
      ...load,
      seatsTaken: load.seatsTaken - hold.seats,
      weightTakenLbs: load.weightTakenLbs - hold.weightLbs,
    }
    if (!partyFits(others, hold.seats, weightLbs)) return 'too_heavy'
    await tx.update(holds).set({ weightLbs }).where(eq(holds.id, hold.id))
  }
  await tx.delete(passengers).where(eq(passengers.orderId, orderId))
  await writePassengers(
    tx,
    orderId,
    fields,
    held.map(({ hold }) => hold),
  )
  const extended = await extendHold(tx, orderId, heldUntil, now)
  return extended.ok ? 'reused' : 'gone'
}

/**
 * A shopper who goes back and forth with an unchanged cart must not lose the open payment for it.
 */
export async function isSameCart(
  db: Db,
  orderId: number,
  buyer: Pick<FoundBuyer, 'sessionId' | 'userId'>,
  order: PricedOrder,
): Promise<boolean> {
  const [old] = await db
    .select({
      cartHash: orders.cartHash,
      sessionId: orders.sessionId,
      userId: orders.userId,
      status: orders.status,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  return (
    old?.cartHash === order.cartHash &&
    old.sessionId === buyer.sessionId &&
    old.userId === buyer.userId &&
    old.status === 'awaiting_payment'
  )
}
