import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { findInterchangeableAircraft } from '../seats/find-similar-aircraft.ts'
import { holdForChange } from '../seats/hold-change-seats.ts'
import { lockAllSeats } from '../seats/order-seats.ts'
import { releaseLapsedHolds } from '../slots/slot-rows.ts'
import { type Party, reserveSeats } from '../slots/slot-store.ts'
import { type OrderChange } from '../store/orders/find-change.ts'

/** The seats that are held for a change; undefined when their flight left or was cancelled. */
export async function findSeatsOfChange(
  tx: Tx,
  change: OrderChange,
  now: Date,
): Promise<number[] | undefined> {
  const rows = (await lockAllSeats(tx, change.orderId)).filter(
    ({ orderChangeId, state }) => orderChangeId === change.id && state === 'held',
  )
  const flying = await areFlying(
    tx,
    rows.map(({ flightId }) => flightId),
    now,
  )
  return flying ? rows.map(({ id }) => id) : undefined
}

async function areFlying(tx: Tx, flightIds: readonly number[], now: Date): Promise<boolean> {
  if (flightIds.length === 0) return false
  const rows = await tx
    .select({ status: flights.status, departAt: flights.departAt })
    .from(flights)
    .where(inArray(flights.id, [...flightIds]))
  return rows.every(
    ({ status, departAt }) => departAt > now && (status === 'scheduled' || status === 'delayed'),
  )
}

interface LostSeats {
  hold: { byStaff: boolean }
  slot: { departAt: Date }
  product: { salesCloseMins: number; staffSalesCloseMins: number }
}
const isSaleOver = ({ hold, slot, product }: LostSeats, now: Date): boolean =>
  addMinutes(slot.departAt, -(hold.byStaff ? product.staffSalesCloseMins : product.salesCloseMins)) <= now

/** Rolls back a partial reservation of a party that does not fit together. */
class NoRoom extends Error {}

/**
 * Holds the released seats of a change again, for money that came late.
 * @returns undefined when they are gone, or are not sold any more
 */
export async function reReserveSeatsOfChange(
  tx: Tx,
  change: OrderChange,
  now: Date,
): Promise<number[] | undefined> {
  await lockAllSeats(tx, change.orderId)
  const lost = await tx
    .select({ hold: holds, slot: slots, product: products })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .where(and(eq(holds.orderChangeId, change.id), eq(holds.state, 'released')))
  const [first] = lost
  if (!first || isSaleOver(first, now)) return undefined
  if (
    !(await areFlying(
      tx,
      lost.map(({ hold }) => hold.flightId),
      now,
    ))
  )
    return undefined
  await releaseLapsedHolds(tx, [first.slot.id], now)
  try {
    return await tx.transaction(async (point) => {
      const candidates = await findInterchangeableAircraft(point, first.hold.flightId)
      const whole = first.hold.wholeFlight
      const party: Party = {
        kind: whole ? 'flight' : 'seat',
        size: lost.reduce((sum, { hold }) => sum + hold.seats, 0),
        weightLbs: lost.reduce((sum, { hold }) => sum + hold.weightLbs, 0),
      }
      const { byStaff } = first.hold
      const heldBack = byStaff ? 0 : first.product.seatsHeldBack
      const result = await reserveSeats(point, first.slot, party, { candidates, heldBack, now })
      if (!result.ok || (whole && result.reserved.length !== lost.length)) throw new NoRoom()
      const { orderId, id: orderChangeId } = change
      const ofChange = { orderId, orderChangeId, wholeFlight: whole, byStaff }
      const keeping = { ...ofChange, paymentOpen: false, until: now, now }
      return holdForChange(point, result.reserved, keeping)
    })
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}
