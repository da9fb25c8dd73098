import { type Stripe } from 'stripe'
import { z } from 'zod'
import { getTestCard } from '../../cards/test-cards.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Created, Expand, Int, List, mergeMetadata, MetadataParam, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { invalid, missing } from '../stripe-failure.ts'
import { moveBalance } from './balance-transactions.ts'

const Create = z.strictObject({
  payment_intent: Text.optional(),
  charge: Text.optional(),
  amount: Int.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: MetadataParam.optional(),
  expand: Expand,
})
const ListParameters = z.strictObject({
  ...List,
  payment_intent: Text.optional(),
  charge: Text.optional(),
  created: Created,
})
/** How many seconds the special test cards take to settle a refund. */
const SETTLES_AFTER = 60

async function requireCharge(
  unit: UnitOfWork,
  params: z.output<typeof Create>,
): Promise<StoredObject<'charge'>> {
  if (!params.payment_intent && !params.charge) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    )
  }
  if (params.charge) {
    const found = await unit.find('charge', params.charge)
    if (!found) throw missing('charge', params.charge, 'charge')
    return found
  }
  const id = params.payment_intent ?? ''
  const intent = await unit.find('payment_intent', id)
  if (!intent) throw missing('payment_intent', id, 'payment_intent')
  const found = await unit.find('charge', getReferenceId(intent.data.latest_charge) ?? '')
  if (!found?.data.paid)
    throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
  return found
}

/**
 * Returns the amount to refund.
 *
 * @throws StripeFailure when it exceeds what was paid
 */
function requireRefundable({ data, hidden }: StoredObject<'charge'>, requested: number | undefined): number {
  if (hidden.chargedBack)
    throw invalid(`Charge ${data.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = data.amount - data.amount_refunded
  if (left <= 0)
    throw invalid(`Charge ${data.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = requested ?? left
  if (amount < 1)
    throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left) {
    const message =
      `Refund amount ($${dollars(amount)}) is greater than unrefunded amount on charge ` +
      `($${dollars(left)})`
    throw invalid(message, { param: 'amount' })
  }
  return amount
}

const dollars = (cents: number) =>
  `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`

async function create(unit: UnitOfWork, params: z.output<typeof Create>) {
  const stored = await requireCharge(unit, params)
  const amount = requireRefundable(stored, params.amount)
  const how = getTestCard(stored.hidden.card).refund
  const id = unit.newId('re_')
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: moveBalance(unit, { type: 'refund', amount: -amount, source: id }),
    charge: stored.data.id,
    created: unit.now,
    currency: stored.data.currency,
    customer: getReferenceId(stored.data.customer),
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: getReferenceId(stored.data.payment_intent),
    payment_method: stored.data.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: how === 'later' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  const settlesAs = how === 'later' ? 'succeeded' : how === 'fails' ? 'failed' : undefined
  unit.put('refund', refund, settlesAs ? { settlesAs } : {}, settlesAs ? unit.now + SETTLES_AFTER : null)
  const charge = moveRefunded(unit, stored, amount)
  unit.emit('refund.created', refund)
  unit.emit('charge.refunded', charge, {
    amount_refunded: stored.data.amount_refunded,
    refunded: stored.data.refunded,
  })
  return refund
}

function moveRefunded(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'charge'>,
  amount: number,
): Stripe.Charge {
  const amount_refunded = data.amount_refunded + amount
  const charge = { ...data, amount_refunded, refunded: amount_refunded === data.amount }
  unit.put('charge', charge, hidden)
  return charge
}

/** Settles a refund to one of the special test cards. */
export async function settleRefund(unit: UnitOfWork, id: string): Promise<void> {
  const stored = await unit.find('refund', id)
  if (!stored?.hidden.settlesAs) return
  const failed = stored.hidden.settlesAs === 'failed'
  const refund: Stripe.Refund = failed
    ? {
        ...stored.data,
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
        failure_balance_transaction: moveBalance(unit, {
          type: 'refund_failure',
          amount: stored.data.amount,
          source: id,
        }),
      }
    : { ...stored.data, status: 'succeeded' }
  unit.put('refund', refund, {}, null)
  const charge = await unit.find('charge', getReferenceId(refund.charge) ?? '')
  if (failed && charge) moveRefunded(unit, charge, -refund.amount)
  unit.emit('refund.updated', refund, { status: stored.data.status })
  unit.emit('charge.refund.updated', refund, { status: stored.data.status })
  if (failed) unit.emit('refund.failed', refund)
}

export const refunds = [
  operation('POST', '/v1/refunds', Create, ({ unit }, params) => create(unit, params)),
  operation('GET', '/v1/refunds', ListParameters, ({ unit }, { payment_intent, charge, ...query }) =>
    listPage(unit, 'refund', '/v1/refunds', {
      ...query,
      match: { ...(payment_intent ? { payment_intent } : {}), ...(charge ? { charge } : {}) },
    }),
  ),
  operation('GET', '/v1/refunds/{id}', z.strictObject({ expand: Expand }), async ({ unit }, _, [id = '']) => {
    const found = await unit.find('refund', id)
    if (!found) throw missing('refund', id)
    return found.data
  }),
]
