import { type Tx } from '../db/client.ts'
import { hasTenders } from '../rules/orders/order-states.ts'
import { abandonChange } from './abandon-change.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { releaseTenders } from './release-tenders.ts'

/**
 * An attempt has ended: what was reserved with it is free again, and what it was to add to an order
 * is not added.
 */
export async function releaseAttemptTenders(tx: Tx, attempt: PaymentAttempt, now: Date): Promise<void> {
  const { id: attemptId, orderId, tenders, purpose } = attempt
  if (purpose === 'order_change') await abandonChange(tx, attempt, now)
  else if (hasTenders(tenders)) await releaseTenders(tx, { orderId, attemptId, now })
}
