import { and, eq } from 'drizzle-orm'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { authenticate } from '../access/authenticate.ts'

/**
 * Hands the unpaid orders of a guest session to a session of an account: whoever logs in on the way
 * to paying goes on with the seats they hold. What the guest session has paid for stays where it
 * is; it joins an account by its mailbox only. A token that does not count any more changes
 * nothing.
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
