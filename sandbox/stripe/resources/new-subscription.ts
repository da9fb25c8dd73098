import { type Stripe } from 'stripe'
import { type UnitOfWork } from '../../store/unit-of-work.ts'

export interface SubscriptionFacts {
  customer: string
  price: Stripe.Price
  quantity: number
  defaultMethod: string | null
  savesMethod: boolean
  cancelAtPeriodEnd: boolean
  metadata: Record<string, string>
}

/**
 * The end of a period that starts at a time; a month from the 31st ends on the last day of the next
 * month.
 */
export function periodEnd(start: number, { recurring }: Pick<Stripe.Price, 'recurring'>): number {
  const { interval, interval_count: count } = recurring ?? { interval: 'month', interval_count: 1 }
  if (interval === 'day' || interval === 'week') {
    return start + (interval === 'day' ? 1 : 7) * count * 86_400
  }
  const from = new Date(start * 1000)
  const months = interval === 'year' ? 12 * count : count
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + months)
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return Math.floor(to.getTime() / 1000)
}

/** Creates an unpaid subscription: https://docs.stripe.com/api/subscriptions/object. */
export function newSubscription(unit: UnitOfWork, facts: SubscriptionFacts): Stripe.Subscription {
  const id = unit.newId('sub_')
  const item = newItem(unit, id, facts)
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: unit.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: facts.cancelAtPeriodEnd ? item.current_period_end : null,
    cancel_at_period_end: facts.cancelAtPeriodEnd,
    canceled_at: facts.cancelAtPeriodEnd ? unit.now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: unit.now,
    currency: facts.price.currency,
    customer: facts.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.defaultMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: facts.savesMethod ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: unit.now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }
}

function newItem(
  unit: UnitOfWork,
  subscription: string,
  { price, quantity }: SubscriptionFacts,
): Stripe.SubscriptionItem {
  return {
    id: unit.newId('si_'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: unit.now,
    current_period_end: periodEnd(unit.now, price),
    current_period_start: unit.now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** A price in the older format of plans. */
const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

/**
 * Returns the subscription's item; the sandbox supports one.
 *
 * @throws Error when it has none
 */
export function getSubscriptionItem({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data
  if (!item) throw new Error(`${id} has no item`)
  return item
}
