import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { partyFits, spreadWeight } from '../rules/departures/availability.ts'
import { loadFlights, type LockedFlight } from '../slots/slot-rows.ts'
import { extendHold } from '../seats/order-seats.ts'
import { type PricedOrder } from '../pricing/price-order.ts'
import { type Placement } from '../store/orders/order-kind.ts'
import { writePassengers } from '../passengers/write-passengers.ts'

/**
 * Reuses an order for the same cart: extends its hold and replaces names and weights. It fails when
 * the seats were released (`gone`) or the party has become too heavy for the aircraft; the
 * transaction must then be rolled back. The slots must be locked.
 */
export async function reuseSeats(
  tx: Tx,
  orderId: number,
  { fields, order, heldUntil, now }: Placement<PricedOrder>,
): Promise<'reused' | 'gone' | 'too_heavy'> {
  const held = await tx
    .select({ hold: holds, slotId: flights.slotId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
    .orderBy(holds.id)
  if (held.length < (order.parts?.length ?? 1)) return 'gone'
  const slotIds = [...new Set(held.map(({ slotId }) => slotId))]
  const loads: LockedFlight[] = []
  for (const slotId of slotIds) loads.push(...(await loadFlights(tx, slotId)))
  // Holds are in the order of the parts.
  const weights =
    order.parts?.map(({ party }) => party.weightLbs) ?? spreadWeight(order.party.weightLbs, held.length)
  for (const [index, weightLbs] of weights.entries()) {
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
  const sold = { facts: order.facts.pricing, cart: order.cart }
  const taken = held.map(({ hold: { flightId } }, at) => ({ flightId, places: order.parts?.[at]?.places }))
  await writePassengers(tx, orderId, fields, { sold, taken })
  const extended = await extendHold(tx, orderId, heldUntil, now)
  return extended.ok ? 'reused' : 'gone'
}
