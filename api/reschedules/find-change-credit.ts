import { type DbOrTx } from '../db/client.ts'
import { hidesCredit, NO_CREDIT_HERE } from '../rules/pricing/pricing.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findReserved, sumReserved } from '../store/orders/find-reserved.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { readCredit } from '../tenders/read-credit.ts'

/** Why the payer has no credit for a change of this order. */
export function explainNoCredit(
  { pricing }: Pick<OrderRow, 'pricing'>,
  by: Pick<SignedInCaller, 'kind'>,
): string {
  if (by.kind === 'guest') return 'Login or Register to use your credit'
  return pricing && hidesCredit(pricing.facts.product) ? NO_CREDIT_HERE : 'There is no account credit left.'
}

/**
 * The payer's credit for a change of an order, in cents; null for guests, for an unproven mailbox
 * and where credit cannot pay (spec section 6).
 * @param lock in the transaction that reserves it; the order's row must be locked
 */
export async function findCredit(
  db: DbOrTx,
  { id, pricing }: OrderRow,
  by: Pick<SignedInCaller, 'kind' | 'userId' | 'emailProven'>,
  lock: boolean,
): Promise<number | null> {
  if (by.kind === 'guest' || !by.emailProven || (pricing && hidesCredit(pricing.facts.product))) return null
  // What an open payment of this order has reserved counts as free, because it is closed before
  // another one begins.
  const [reserved, creditCents] = await Promise.all([findReserved(db, id), readCredit(db, by.userId, lock)])
  return creditCents + sumReserved(reserved.filter(({ userId }) => userId === by.userId))
}
