import { type Stripe } from 'stripe'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { newInvoice } from './new-invoice.ts'
import { getSubscriptionItem, periodEnd } from './new-subscription.ts'
import { collectInvoice, voidInvoice } from './pay-invoice.ts'

const DAY = 86_400
/** Days until each retry of a failed renewal; after the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7]
/** How long a first invoice can be paid. */
export const INCOMPLETE_SECONDS = 23 * 3600

/**
 * The status of a subscription whose renewal was never paid; at the provider a setting of the
 * account.
 */
export type AfterRetries = 'canceled' | 'unpaid'

/** Renews a subscription, retries its payment or ends it, as is due. */
export async function settleSubscription(
  at: Surroundings,
  id: string,
  afterRetries: AfterRetries,
): Promise<void> {
  const stored = await at.unit.find('subscription', id)
  if (!stored) return
  const { status, cancel_at_period_end: ends } = stored.data
  if (status === 'incomplete') await expire(at.unit, stored)
  else if (status === 'active' && ends) endSubscription(at.unit, stored, 'cancellation_requested')
  else if (status === 'active') await renew(at, stored)
  else if (status === 'past_due') await retryPayment(at, stored, afterRetries)
  else at.unit.put('subscription', stored.data, stored.hidden, null)
}

async function expire(unit: UnitOfWork, { data, hidden }: StoredObject<'subscription'>) {
  const ended: Stripe.Subscription = { ...data, status: 'incomplete_expired', ended_at: unit.now }
  unit.put('subscription', ended, hidden, null)
  unit.emit('customer.subscription.updated', ended, { status: data.status })
  const invoice = await unit.find('invoice', getReferenceId(data.latest_invoice) ?? '')
  if (invoice) await voidInvoice(unit, invoice)
}

/** Ends a subscription immediately. */
export function endSubscription(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'subscription'>,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  const ended: Stripe.Subscription = {
    ...data,
    status: 'canceled',
    canceled_at: data.canceled_at ?? unit.now,
    ended_at: unit.now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  }
  unit.put('subscription', ended, hidden, null)
  unit.emit('customer.subscription.deleted', ended)
  return ended
}

async function renew(at: Surroundings, { data, hidden }: StoredObject<'subscription'>) {
  const { unit } = at
  const item = getSubscriptionItem(data)
  const start = item.current_period_end
  const next = { ...item, current_period_start: start, current_period_end: periodEnd(start, item.price) }
  const moved: Stripe.Subscription = { ...data, items: { ...data.items, data: [next] } }
  const invoice = await newInvoice(at, moved, 'subscription_cycle')
  const renewed = { ...moved, latest_invoice: invoice.data.id }
  const method = await unit.find('payment_method', getReferenceId(data.default_payment_method) ?? '')
  const collected =
    method && !method.hidden.detached
      ? await collectInvoice(at, invoice, { method, offSession: true })
      : undefined
  if (collected?.paid) {
    unit.put('subscription', renewed, hidden, next.current_period_end)
    unit.emit('customer.subscription.updated', renewed, { latest_invoice: data.latest_invoice })
    return
  }
  if (!collected) unit.emit('invoice.payment_failed', invoice.data)
  retryLater(unit, { data: { ...renewed, status: 'past_due' }, hidden }, collected?.invoice ?? invoice)
  unit.emit('customer.subscription.updated', { ...renewed, status: 'past_due' }, { status: data.status })
}

/** Stores in subscription and invoice when the card is charged next. */
function retryLater(
  unit: UnitOfWork,
  stored: StoredObject<'subscription'>,
  { data, hidden }: StoredObject<'invoice'>,
) {
  const days = RETRY_DAYS[Math.max(0, data.attempt_count - 1)] ?? 7
  const next = unit.now + days * DAY
  unit.put('invoice', { ...data, next_payment_attempt: next }, hidden)
  unit.put('subscription', stored.data, stored.hidden, next)
}

async function retryPayment(
  at: Surroundings,
  stored: StoredObject<'subscription'>,
  afterRetries: AfterRetries,
) {
  const { unit } = at
  const invoice = await unit.find('invoice', getReferenceId(stored.data.latest_invoice) ?? '')
  if (!invoice) throw new Error(`${stored.data.id} has no invoice`)
  const method = await unit.find('payment_method', getReferenceId(stored.data.default_payment_method) ?? '')
  const tried =
    method && !method.hidden.detached
      ? await collectInvoice(at, invoice, { method, offSession: true })
      : undefined
  if (tried?.paid) return
  const last = tried?.invoice ?? {
    ...invoice,
    data: { ...invoice.data, attempt_count: invoice.data.attempt_count + 1 },
  }
  if (last.data.attempt_count <= RETRY_DAYS.length) {
    retryLater(unit, stored, last)
    return
  }
  unit.put('invoice', { ...last.data, next_payment_attempt: null }, last.hidden)
  if (afterRetries === 'canceled') {
    endSubscription(unit, stored, 'payment_failed')
    return
  }
  const unpaid: Stripe.Subscription = { ...stored.data, status: 'unpaid' }
  unit.put('subscription', unpaid, stored.hidden, null)
  unit.emit('customer.subscription.updated', unpaid, { status: stored.data.status })
}
