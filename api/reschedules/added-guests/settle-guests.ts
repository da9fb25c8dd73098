import { and, eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights } from '../../db/schema/inventory.ts'
import { type ApiDeps } from '../../deps.ts'
import { type ArrivedMoney } from '../../payments/arrived-money.ts'
import { findChangeObstacle } from '../../rules/orders/change-obstacle.ts'
import { isAttemptOpen } from '../../rules/orders/order-states.ts'
import { type GuestChangeDetails } from '../../rules/reschedules/order-change-request.ts'
import { type OrderChange } from '../../store/orders/find-change.ts'
import { CHANGE_NOT_KEPT } from '../change-not-kept.ts'
import { reReserveChangeCredit } from '../re-reserve-change-credit.ts'
import { findSeatsOfChange, reReserveSeatsOfChange } from '../seats-of-change.ts'
import { seatGuests } from './seat-guests.ts'

const GONE = 'the seats of the guests are gone'

/**
 * The second of the two transactions in which guests are added: their money has arrived, and they get
 * the held seats. When the money is late, these are reserved again while they are free.
 * @returns why the money cannot be kept, for the ledger; undefined when the guests have their seats
 */
export async function settleGuests(
  tx: Tx,
  deps: ApiDeps,
  { order, attempt, now }: Pick<ArrivedMoney, 'order' | 'attempt' | 'now'>,
  change: OrderChange & { wish: GuestChangeDetails },
): Promise<string | undefined> {
  const { guestFlightId } = change.wish
  const own = await tx
    .select({ departAt: flights.departAt, status: flights.status })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, order.id), eq(holds.state, 'sold'), eq(holds.flightId, guestFlightId ?? 0)))
  const state = { kind: order.kind, status: order.status, paid: order.completedAt !== null }
  const obstacle = findChangeObstacle(state, own, { now })
  if (obstacle) return own.length === 0 ? 'the party does not fly there any more' : CHANGE_NOT_KEPT[obstacle]
  const late = !isAttemptOpen(attempt.state)
  if (late && !(await reReserveChangeCredit(tx, attempt))) return 'what was to pay beside the card is gone'
  const holdIds = await (late ? reReserveSeatsOfChange : findSeatsOfChange)(tx, change, now)
  if (holdIds === undefined) return GONE
  const seated = await seatGuests(tx, deps, { order, change, holdIds, now })
  if (seated !== 'seated') throw new Error(`The guests of order change ${String(change.id)} have no seats`)
  return undefined
}
