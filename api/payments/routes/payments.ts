import { createRoute } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { type Payment, PaymentRequest, PaymentsReply } from '#contract/payment.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent, permanentIdempotencyKey, oneAtATime } from '../../access/idempotent.ts'
import { type ApiEnv, createRouter } from '../../http/http.ts'
import { jsonBody } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'
import { toDollars } from '../../rules/money/money.ts'
import { refuseOverHoldLimit } from '../../seats/routes/refuse-hold-limit.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { findPaymentState } from '../../store/payments/payment-attempts.ts'
import { type StartedPayment, startPayment } from '../start-payment.ts'
import { refuse } from '../refusals.ts'

/** An empty request has a message of its own (spec section 8), before single fields are checked. */
const requirePaymentData = createMiddleware<ApiEnv>(async (c, next) => {
  const text = (await c.req.text()).trim()
  if (['', 'null', '{}', '{"payment":null}', '{"payment":{}}'].includes(text.replace(/\s/g, ''))) {
    return refuseFields(c, { payment: ['payment data is required'] })
  }
  return next()
})

const pay = createRoute({
  method: 'post',
  path: '/v1/payments',
  summary: 'Pay an order: on the hosted page, by card, or with a wallet',
  description:
    'The amount is computed here; an `amount` that differs is refused. A repeated call finds ' +
    'the payment that is open instead of making another; with its `Idempotency-Key` it finds ' +
    'the payment that it made, also when the first answer was lost.',
  middleware: [requireCaller, idempotent, oneAtATime, requirePaymentData] as const,
  request: { body: jsonBody(PaymentRequest) },
  responses: {
    201: {
      description: 'The payment as it stands; empty when there was nothing to pay',
      content: { 'application/json': { schema: PaymentsReply } },
    },
  },
})

export const payments = createRouter().openapi(pay, async (c) => {
  const deps = c.get('deps')
  const fields = c.req.valid('json')
  const { db } = deps.database
  const payer = c.get('signedIn')
  const [order, state] = await Promise.all([
    findVisibleOrder(db, payer, fields.order_id),
    findPaymentState(db, fields.order_id, deps.clock.now()),
  ])
  if (!order) return refuse(c, 'not_found')
  const requestKey = permanentIdempotencyKey(c.get('caller'), c.req)
  const started = await startPayment(deps, { order, ...state }, fields, { payer, requestKey })
  if (started.ok) {
    return c.json({ payments: started.payment ? [presentPayment(started.payment)] : [] }, 201)
  }
  if (started.reason === 'invalid') return refuseFields(c, started.fields)
  if (started.reason === 'too_many_holds') return refuseOverHoldLimit(c, started.holdLimit, deps.clock.now())
  return refuse(c, started.reason)
})

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
