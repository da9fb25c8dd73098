import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Cancellation } from '#contract/refund.ts'
import { type Tx } from '../db/client.ts'
import { orderRefunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { toCents } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { issueCardParts } from '../payments/refunds/issue-card-parts.ts'
import { type CancellationProblem, loadPartCancellation } from './load-cancellation.ts'
import { lockOrder } from '../store/orders/order.ts'
import { presentCancellation } from './present-cancellation.ts'
import { writeAudit } from '../store/write-audit.ts'
import { runRefund } from '../payments/refunds/refund-order.ts'
import { writeOrderRefund } from '../payments/refunds/write-order-refund.ts'

export type OrderCancelled =
  | { ok: true; orderRefundId: number }
  | { ok: false; reason: 'cancellation_changed'; cancellation: Cancellation }
  | { ok: false; reason: CancellationProblem | 'gift_cards_spent' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

interface CancellationInput {
  /** The caller has checked who may cancel. */
  orderId: number
  by: SignedInCaller
  /** The refund shown to the buyer, in dollars; another amount is refused with the right one. */
  amount: number
  /** The passengers who stay home while the others fly. */
  passengerIds?: readonly number[] | undefined
  idemKey: string | null
}

/**
 * The buyer cancels an order by its product's cancellation policy: everything ends and the policy's
 * share is refunded.
 */
export async function cancelOrder(deps: ApiDeps, input: CancellationInput): Promise<OrderCancelled> {
  // An open change must not be paid any more. If its money arrives first, the refund amount differs
  // and the cancellation is refused.
  const open = await findOpenAttempt(deps.database.db, input.orderId)
  if (open) await closeAttempt(deps, open.id)
  const written = await runRefund(deps, (tx) => write(tx, deps, input))
  if (!written.ok) return written
  await issueCardParts(deps, written.orderRefundId)
  return written
}

async function write(
  tx: Tx,
  deps: ApiDeps,
  { orderId, by, amount, passengerIds, idemKey }: CancellationInput,
): Promise<OrderCancelled> {
  const order = await lockOrder(tx, orderId)
  const earlier =
    idemKey === null ? [] : await tx.select().from(orderRefunds).where(eq(orderRefunds.idemKey, idemKey))
  const [done] = earlier
  if (done?.orderId === orderId) return { ok: true, orderRefundId: done.id }
  const now = deps.clock.now()
  const judged = await loadPartCancellation(tx, order, passengerIds, now)
  if (!judged.ok)
    return judged.reason === 'invalid'
      ? { ok: false, reason: 'invalid', fields: judged.fields }
      : { ok: false, reason: judged.reason }
  const { plan, refundable, part } = judged
  if (toCents(amount) !== plan.amountCents) {
    const cancellation = await presentCancellation(tx, orderId, judged)
    return { ok: false, reason: 'cancellation_changed', cancellation }
  }
  const actor = by.kind === 'guest' ? `session:${by.sessionId}` : `user:${String(by.userId)}`
  const reason = part ? 'some of the party cancelled by its buyer' : 'cancelled by its buyer'
  const refund = {
    order,
    refundable,
    plan,
    origin: 'owner' as const,
    ends: part === undefined,
    flightId: part?.flightId,
    staying: part?.passengerIds ?? [],
    actor,
    reason,
    idemKey,
    now,
  }
  const orderRefundId = await writeOrderRefund(tx, deps, refund)
  const before = { status: order.status }
  const ended = part ? { staying_home: part.passengerIds } : { status: 'cancelled' }
  const after = { ...ended, refund_id: orderRefundId, amount }
  await writeAudit(tx, { userId: by.userId, at: now }, { resource: 'orders', id: orderId, before, after })
  return { ok: true, orderRefundId }
}
