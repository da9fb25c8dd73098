import { type Stripe } from 'stripe'
import { type Hidden } from '../../store/kinds.ts'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'

export interface SetupFacts {
  customer?: string | null
  metadata: Record<string, string>
  description?: string | null
  usage?: 'on_session' | 'off_session'
  allowed_payment_method_types?: string[] | null
  request_three_d_secure?: 'any' | 'automatic' | 'challenge'
}

/** Creates an intent to save a card without a charge: https://docs.stripe.com/api/setup_intents. */
export function newSetupIntent(
  unit: UnitOfWork,
  facts: SetupFacts,
  hidden: Hidden['setup_intent'] = {},
): StoredObject<'setup_intent'> {
  const id = unit.newId('seti_')
  const data: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: facts.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: facts.allowed_payment_method_types
      ? null
      : { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${unit.newId('')}`,
    created: unit.now,
    customer: facts.customer ?? null,
    customer_account: null,
    description: facts.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: facts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        mandate_options: null,
        network: null,
        request_three_d_secure: facts.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: facts.usage ?? 'off_session',
  }
  unit.put('setup_intent', data, hidden)
  unit.emit('setup_intent.created', data)
  return { data, hidden }
}
