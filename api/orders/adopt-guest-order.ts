import { and, eq } from 'drizzle-orm'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { authenticate } from '../access/authenticate.ts'

/**
 * Transfers the unpaid orders of a guest session to an account's session, so that a shopper who
 * logs in before paying keeps the held seats. Paid guest orders join an account only through a
 * proven mailbox. An invalid token changes nothing.
 */
export async function adoptGuestOrder(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  guestToken: string,
  sessionId: string,
): Promise<void> {
  const guest = await authenticate(deps, guestToken)
  if (!guest.ok || guest.caller.kind !== 'guest') return
  await deps.database.db
    .update(orders)
    .set({ sessionId })
    .where(and(eq(orders.sessionId, guest.caller.sessionId), eq(orders.status, 'awaiting_payment')))
}
