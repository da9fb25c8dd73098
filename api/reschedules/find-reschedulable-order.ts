import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { orderItemFlights, orderItemSeats } from '../db/schema/orders.ts'
import { ownsOrder } from '../rules/access/permissions.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findVisibleOrder } from '../store/orders/order.ts'

export interface RescheduleSubject {
  orderId: number
  flightId: number
}

/**
 * The order and flight of an item: `12` for seats, `f12` for a whole aircraft. Undefined for an
 * item of another customer.
 */
export async function findRescheduleSubject(
  db: DbOrTx,
  by: SignedInCaller,
  item: string,
): Promise<RescheduleSubject | undefined> {
  const [, whole = '', digits = ''] = /^(f?)(\d{1,9})$/.exec(item) ?? []
  if (digits === '') return undefined
  const items = whole === 'f' ? orderItemFlights : orderItemSeats
  const [found] = await db
    .select({ orderId: items.orderId, flightId: items.flightId })
    .from(items)
    .where(eq(items.id, Number(digits)))
  if (!found) return undefined
  return (await findVisibleOrder(db, by, found.orderId, ownsOrder)) ? found : undefined
}
