import { and, eq, isNotNull } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { departureCancellations, rebookingOffers } from '../../db/schema/departure-cancellations.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { orderChanges } from '../../db/schema/orders.ts'
import { type PaidChange } from '../../rules/refunds/plan-refund.ts'
import { isFlightChange } from './change-request.ts'

interface DepartureSeats {
  orderId: number
  slotId: number
  /** The order's seats or aircraft there. */
  units: number
}

export interface ChangeToDeparture extends PaidChange {
  /** The gift cards whose seats moved. */
  giftCardIds: number[]
}

/** The moves that brought an order's seats to a departure, also by way of another one. */
export async function findPaidChanges(
  db: DbOrTx,
  { orderId, slotId, units }: DepartureSeats,
): Promise<ChangeToDeparture[]> {
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
  const moves = changes.filter(isFlightChange).map(({ id, wish: input }) => ({
    change: {
      changeId: id,
      units,
      of: input.units,
      giftCardIds: input.parts.flatMap(({ giftCardIds }) => giftCardIds),
    },
    from: places.find(({ flightId }) => input.fromFlightIds.includes(flightId))?.slot.id,
    to: places.find(
      ({ slot }) =>
        slot.departureId === input.departureId &&
        slot.departAt.getTime() === new Date(input.departAt).getTime(),
    )?.slot.id,
  }))
  const answered = await db
    .select({ from: departureCancellations.slotId, to: rebookingOffers.movedToSlotId })
    .from(rebookingOffers)
    .innerJoin(departureCancellations, eq(departureCancellations.id, rebookingOffers.callOffId))
    .where(and(eq(rebookingOffers.orderId, orderId), isNotNull(rebookingOffers.movedToSlotId)))
  const steps = [...moves, ...answered.map((one) => ({ ...one, change: undefined }))]
  const passed = new Set<number | null | undefined>([slotId])
  for (const place of passed) {
    for (const { from, to } of steps) if (to === place && from !== undefined) passed.add(from)
  }
  return moves.flatMap(({ change, to }) => (to !== undefined && passed.has(to) ? [change] : []))
}
