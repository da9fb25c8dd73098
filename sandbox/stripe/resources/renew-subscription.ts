import { type Stripe } from 'stripe'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { newInvoice } from './new-invoice.ts'
import { getSubscriptionItem, periodEnd } from './new-subscription.ts'
import { collectInvoice, voidInvoice } from './pay-invoice.ts'

const DAY = 86_400
/**
 * After a renewal failed it is tried again this many days later, each time; then the subscription
 * ends.
 */
const RETRY_DAYS = [3, 5, 7]
/** A first invoice waits this long to be paid. */
export const INCOMPLETE_SECONDS = 23 * 3600

/**
 * What becomes of a subscription whose renewal was never paid; at the provider a setting of the
 * account.
 */
export type AfterRetries = 'canceled' | 'unpaid'

/** Does what is due for a subscription: it renews, is tried again, or ends. */
export async function settleSubscription(
  at: Surroundings,
  id: string,
  afterRetries: AfterRetries,
): Promise<void> {
  const kept = await at.unit.find('subscription', id)
  if (!kept) return
  const { status, cancel_at_period_end: ends } = kept.data
  if (status === 'incomplete') await expire(at.unit, kept)
  else if (status === 'active' && ends) endSubscription(at.unit, kept, 'cancellation_requested')
  else if (status === 'active') await renew(at, kept)
  else if (status === 'past_due') await tryAgain(at, kept, afterRetries)
  else at.unit.put('subscription', kept.data, kept.hidden, null)
}

async function expire(unit: UnitOfWork, { data, hidden }: StoredObject<'subscription'>) {
  const ended: Stripe.Subscription = { ...data, status: 'incomplete_expired', ended_at: unit.now }
  unit.put('subscription', ended, hidden, null)
  unit.emit('customer.subscription.updated', ended, { status: data.status })
  const invoice = await unit.find('invoice', getReferenceId(data.latest_invoice) ?? '')
  if (invoice) await voidInvoice(unit, invoice)
}

/** Ends it now. */
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

/** Notes on subscription and invoice when the card is tried next. */
function retryLater(
  unit: UnitOfWork,
  kept: StoredObject<'subscription'>,
  { data, hidden }: StoredObject<'invoice'>,
) {
  const days = RETRY_DAYS[Math.max(0, data.attempt_count - 1)] ?? 7
  const next = unit.now + days * DAY
  unit.put('invoice', { ...data, next_payment_attempt: next }, hidden)
  unit.put('subscription', kept.data, kept.hidden, next)
}

async function tryAgain(at: Surroundings, kept: StoredObject<'subscription'>, afterRetries: AfterRetries) {
  const { unit } = at
  const invoice = await unit.find('invoice', getReferenceId(kept.data.latest_invoice) ?? '')
  if (!invoice) throw new Error(`${kept.data.id} has no invoice`)
  const method = await unit.find('payment_method', getReferenceId(kept.data.default_payment_method) ?? '')
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
    retryLater(unit, kept, last)
    return
  }
  unit.put('invoice', { ...last.data, next_payment_attempt: null }, last.hidden)
  if (afterRetries === 'canceled') {
    endSubscription(unit, kept, 'payment_failed')
    return
  }
  const unpaid: Stripe.Subscription = { ...kept.data, status: 'unpaid' }
  unit.put('subscription', unpaid, kept.hidden, null)
  unit.emit('customer.subscription.updated', unpaid, { status: kept.data.status })
}
