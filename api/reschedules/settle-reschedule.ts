import { type Tx } from '../db/client.ts'
import { isAttemptOpen } from '../rules/orders/order-states.ts'
import { type RescheduleObstacle } from '../rules/reschedules/reschedule-obstacle.ts'
import { type RescheduleDetails } from '../rules/reschedules/order-change-request.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { reReserveChangeCredit } from './re-reserve-change-credit.ts'
import { type ArrivedMoney } from '../payments/arrived-money.ts'
import { loadReschedulable } from './load-reschedule.ts'
import { findSeatsOfChange, reReserveSeatsOfChange } from './seats-of-change.ts'
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
  const kept = await (late ? reReserveSeatsOfChange : findSeatsOfChange)(tx, change, now)
  if (kept === undefined) return SWAPS.hold_lapsed
  const departAt = new Date(input.departAt)
  const swapped = await swapSeats(tx, { ...input, order, departAt, newHoldIds: kept, now })
  return swapped.ok ? undefined : SWAPS[swapped.reason]
}
