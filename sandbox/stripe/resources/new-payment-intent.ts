import { type Stripe } from 'stripe'
import { type Hidden } from '../../store/kinds.ts'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { invalid } from '../stripe-failure.ts'

export interface IntentFacts {
  /** In the currency's smallest unit. */
  amount: number
  currency: string
  customer?: string | null
  metadata: Record<string, string>
  description?: string | null
  receipt_email?: string | null
  statement_descriptor?: string | null
  statement_descriptor_suffix?: string | null
  setup_future_usage?: 'on_session' | 'off_session' | null
  capture_method?: 'automatic' | 'automatic_async' | 'manual'
  confirmation_method?: 'automatic' | 'manual'
  allowed_payment_method_types?: string[] | null
  request_three_d_secure?: 'any' | 'automatic' | 'challenge'
}

const MINIMUM = 50
const MAXIMUM = 99_999_999

/** @throws StripeFailure outside $0.50 to $999,999.99 */
export function requireChargeable(amount: number, param = 'amount') {
  if (amount < 1 && param === 'amount') {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  if (amount < MINIMUM)
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param })
  if (amount > MAXIMUM) {
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param })
  }
}

export function newPaymentIntent(
  unit: UnitOfWork,
  facts: IntentFacts,
  hidden: Hidden['payment_intent'] = {},
): StoredObject<'payment_intent'> {
  requireChargeable(facts.amount)
  const id = unit.newId('pi_')
  const data: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: facts.allowed_payment_method_types ?? null,
    amount: facts.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: facts.allowed_payment_method_types
      ? null
      : { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: facts.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${unit.newId('')}`,
    confirmation_method: facts.confirmation_method ?? 'automatic',
    created: unit.now,
    currency: facts.currency,
    customer: facts.customer ?? null,
    customer_account: null,
    description: facts.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: facts.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: facts.receipt_email ?? null,
    review: null,
    setup_future_usage: facts.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: facts.statement_descriptor ?? null,
    statement_descriptor_suffix: facts.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  unit.put('payment_intent', data, hidden)
  unit.emit('payment_intent.created', data)
  return { data, hidden }
}
