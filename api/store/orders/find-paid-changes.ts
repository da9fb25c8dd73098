import { and, eq, isNotNull } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { callOffs, rescheduleClaims } from '../../db/schema/departure-cancellations.ts'
import { flights, holds, slots } from '../../db/schema/inventory.ts'
import { orderChanges } from '../../db/schema/orders.ts'
import { type PaidMove } from '../../rules/refunds/plan-refund.ts'
import { isMove } from './change-request.ts'

interface Here {
  orderId: number
  slotId: number
  /** Seats or aircraft of the order there. */
  units: number
}

export interface MoveHere extends PaidMove {
  /** The gift cards whose seats moved. */
  giftCardIds: number[]
}

/** The moves that brought an order's seats to a departure, also by way of another one. */
export async function findPaidMoves(db: DbOrTx, { orderId, slotId, units }: Here): Promise<MoveHere[]> {
  const changes = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), eq(orderChanges.state, 'completed')))
  const places = await db
    .select({ flightId: flights.id, slot: slots })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(eq(holds.orderId, orderId))
  const moves = changes.filter(isMove).map(({ id, wish }) => ({
    change: {
      changeId: id,
      units,
      of: wish.units,
      giftCardIds: wish.parts.flatMap(({ giftCardIds }) => giftCardIds),
    },
    from: places.find(({ flightId }) => wish.fromFlightIds.includes(flightId))?.slot.id,
    to: places.find(
      ({ slot }) =>
        slot.departureId === wish.departureId &&
        slot.departAt.getTime() === new Date(wish.departAt).getTime(),
    )?.slot.id,
  }))
  const answered = await db
    .select({ from: callOffs.slotId, to: rescheduleClaims.movedToSlotId })
    .from(rescheduleClaims)
    .innerJoin(callOffs, eq(callOffs.id, rescheduleClaims.callOffId))
    .where(and(eq(rescheduleClaims.orderId, orderId), isNotNull(rescheduleClaims.movedToSlotId)))
  const steps = [...moves, ...answered.map((one) => ({ ...one, change: undefined }))]
  const passed = new Set<number | null | undefined>([slotId])
  for (const place of passed) {
    for (const { from, to } of steps) if (to === place && from !== undefined) passed.add(from)
  }
  return moves.flatMap(({ change, to }) => (to !== undefined && passed.has(to) ? [change] : []))
}
