import { type Payment } from '#contract/payment.ts'
import { toDollars } from '../../rules/money/money.ts'
import { type StartedPayment } from '../payment-start.ts'

/**
 * A payment as its payer sees it; nobody else may get it, because it contains the client secret.
 */
export function presentPayment({ attempt, seen, mode }: StartedPayment): Payment {
  const waiting = attempt.state === 'open' || attempt.state === 'created'
  const requiresAction = waiting && seen.status === 'requires_action'
  return {
    id: attempt.id,
    order_id: attempt.orderId,
    amount: toDollars(attempt.amountCents),
    currency: 'usd',
    status: statusOf(attempt.state, requiresAction),
    reference: mode === 'wallet' ? seen.clientSecret : seen.reference,
    requires_action: requiresAction,
    redirect_url: waiting ? seen.redirectUrl : null,
    client_secret: requiresAction && seen.actionInPage ? seen.clientSecret : null,
  }
}

function statusOf(state: StartedPayment['attempt']['state'], requiresAction: boolean): Payment['status'] {
  if (requiresAction) return 'requires_action'
  return state === 'created' ? 'open' : state
}
