import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { isAttemptOpen } from '../rules/orders/order-states.ts'
import { type RescheduleObstacle } from '../rules/reschedules/reschedule-obstacle.ts'
import { type RescheduleDetails } from '../rules/reschedules/order-change-request.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { reReserveChangeCredit } from './re-reserve-change-credit.ts'
import { type ArrivedMoney } from '../payments/arrived-money.ts'
import { findInterchangeableAircraft } from '../seats/find-similar-aircraft.ts'
import { lockAllSeats } from '../seats/order-seats.ts'
import { releaseLapsedHolds } from '../slots/slot-rows.ts'
import { type Party, reserveSeats } from '../slots/slot-store.ts'
import { holdForChange } from '../seats/hold-change-seats.ts'
import { loadReschedulable } from './load-reschedule.ts'
import { swapSeats } from './swap-rescheduled-seats.ts'

const OBSTACLES: Record<RescheduleObstacle, string> = {
  move_off: 'flights are not moved any more',
  move_not_paid: 'the order is not paid',
  move_ended: 'the order ended meanwhile',
  move_of_gifts: 'the order has no flight',
  move_flight_over: 'the flight left',
  move_called_off: 'the flight was called off',
  move_closed: 'check-in has begun',
  move_still_due: 'a part of the order is still to be paid',
}

const SWAPS = {
  hold_lapsed: 'the seats it was to move to are gone',
  seats_gone: 'the seats it was to give up are not its own any more',
  too_heavy: 'the party is too heavy for the seats it was to move to',
} as const

/**
 * The second of a reschedule's two transactions: its money has arrived, and the party gets the held
 * seats. When the money is late, they are reserved again while they are free.
 * @returns why the money cannot be kept, for the ledger; undefined when the party is rescheduled
 */
export async function settleReschedule(
  tx: Tx,
  { order, attempt, now }: ArrivedMoney,
  change: OrderChange & { wish: RescheduleDetails },
): Promise<string | undefined> {
  const { wish: input } = change
  const reschedulable = await loadReschedulable(tx, order, input.fromFlightIds[0], { now, begun: true })
  if (!reschedulable) return SWAPS.seats_gone
  // A reschedule that began while it was allowed is still completed.
  const { obstacle } = reschedulable
  if (obstacle !== undefined && obstacle !== 'move_off') return OBSTACLES[obstacle]
  const late = !isAttemptOpen(attempt.state)
  if (late && !(await reReserveChangeCredit(tx, attempt))) return 'what was to pay beside the card is gone'
  const kept = late ? await reReserveSeatsOfChange(tx, change, now) : await findKept(tx, change, now)
  if (kept === undefined) return SWAPS.hold_lapsed
  const departAt = new Date(input.departAt)
  const swapped = await swapSeats(tx, { ...input, order, departAt, newHoldIds: kept, now })
  return swapped.ok ? undefined : SWAPS[swapped.reason]
}

/** Undefined when their flight left or was cancelled. */
async function findKept(tx: Tx, change: OrderChange, now: Date): Promise<number[] | undefined> {
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

async function reReserveSeatsOfChange(tx: Tx, change: OrderChange, now: Date): Promise<number[] | undefined> {
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
