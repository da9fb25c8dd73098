import { type Stripe } from 'stripe'
import { type Decline } from '../cards/decline-reasons.ts'

export interface FailureDetails {
  code?: string
  message: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: Partial<Stripe.PaymentIntent>
  payment_method?: object
  setup_intent?: Partial<Stripe.SetupIntent>
}

/**
 * A request that fails with an error envelope. The changes of its unit are committed only with
 * `keeps`.
 */
export class StripeFailure extends Error {
  override name = 'StripeFailure'
  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500,
    readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error',
    readonly details: FailureDetails,
    /**
     * Whether to commit the changes: a declined card leaves a failed charge and a payment that can
     * be retried.
     */
    readonly keeps = false,
  ) {
    super(details.message)
  }
}

export function invalid(message: string, rest: { code?: string; param?: string } = {}): StripeFailure {
  return new StripeFailure(400, 'invalid_request_error', { message, ...rest })
}

/** The provider's names for the id in a path. */
const ON_PATH = new Set(['id', 'intent', 'session'])

export function missing(kind: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${kind}: '${id}'`
  const status = ON_PATH.has(param) ? 404 : 400
  return new StripeFailure(status, 'invalid_request_error', { code: 'resource_missing', message, param })
}

/** Creates the 402 for a card that the bank declined. */
export function cardFailure(
  decline: Omit<Decline, 'decline_code'> & { decline_code?: string },
  rest: Partial<FailureDetails> = {},
): StripeFailure {
  return new StripeFailure(402, 'card_error', { ...decline, ...rest }, true)
}

/** Returns the error envelope of https://docs.stripe.com/api/errors. */
export function toEnvelope(failure: StripeFailure, requestId: string) {
  const { code } = failure.details
  return {
    error: {
      ...failure.details,
      ...(code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type: failure.type,
    },
  }
}
