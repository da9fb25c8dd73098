import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type SandboxEvent } from '../../store/kinds.ts'
import { runUnit } from '../../store/run-unit.ts'
import { getReferenceId, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'
import { DISPUTE_FEE, moveBalance } from './balance-transactions.ts'

/** Opens and decides disputes of paid charges as a bank would, for tests. */
export interface DisputeControl {
  /** @returns the dispute's id */
  open(paymentIntent: string): Promise<string>
  decide(dispute: string, how: 'won' | 'lost'): Promise<void>
}

const ListParameters = z.strictObject({
  ...List,
  payment_intent: Text.optional(),
  charge: Text.optional(),
  created: Created,
})

export const disputes = [
  operation('GET', '/v1/disputes', ListParameters, ({ unit }, { payment_intent, charge, ...query }) =>
    listPage(unit, 'dispute', '/v1/disputes', {
      ...query,
      match: { ...(payment_intent ? { payment_intent } : {}), ...(charge ? { charge } : {}) },
    }),
  ),
  operation(
    'GET',
    '/v1/disputes/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      const found = await unit.find('dispute', id)
      if (!found) throw missing('dispute', id)
      return found.data
    },
  ),
]

export function openDisputeControl(
  openUnit: () => UnitOfWork,
  emitEvents: (events: SandboxEvent[]) => void,
): DisputeControl {
  return {
    open: async (paymentIntent) => {
      const { result, events } = await runUnit(openUnit, (unit) => openDispute(unit, paymentIntent))
      emitEvents(events)
      return result
    },
    decide: async (id, how) => {
      const { events } = await runUnit(openUnit, (unit) => decideDispute(unit, id, how))
      emitEvents(events)
    },
  }
}

async function openDispute(unit: UnitOfWork, paymentIntent: string): Promise<string> {
  const intent = await unit.find('payment_intent', paymentIntent)
  const charge = await unit.find('charge', getReferenceId(intent?.data.latest_charge) ?? '')
  if (!charge?.data.paid) throw new Error(`${paymentIntent} has no charge that could be disputed`)
  const opened = newDispute(unit, charge.data)
  const dispute = await withMovement(unit, opened, { amount: -opened.amount, fee: DISPUTE_FEE })
  unit.put('charge', { ...charge.data, disputed: true }, { ...charge.hidden, chargedBack: true })
  unit.put('dispute', dispute, {})
  unit.emit('charge.dispute.created', dispute)
  return dispute.id
}

async function decideDispute(unit: UnitOfWork, id: string, how: 'won' | 'lost'): Promise<void> {
  const stored = await unit.find('dispute', id)
  if (!stored) throw missing('dispute', id)
  const decided: Stripe.Dispute = { ...stored.data, status: how }
  const dispute =
    how === 'won' ? await withMovement(unit, decided, { amount: decided.amount, fee: 0 }) : decided
  unit.put('dispute', dispute, {})
  const charge = await unit.find('charge', getReferenceId(dispute.charge) ?? '')
  if (charge && how === 'won') unit.put('charge', charge.data, { ...charge.hidden, chargedBack: false })
  unit.emit('charge.dispute.closed', dispute, { status: stored.data.status })
}

/**
 * Withdraws the disputed amount and a fee, or returns the amount of a won dispute; the fee is not
 * returned.
 */
async function withMovement(
  unit: UnitOfWork,
  dispute: Stripe.Dispute,
  { amount, fee }: { amount: number; fee: number },
): Promise<Stripe.Dispute> {
  const id = moveBalance(unit, { type: 'adjustment', amount, fee, source: dispute.id })
  const transaction = await unit.find('balance_transaction', id)
  return {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, ...(transaction ? [transaction.data] : [])],
  }
}

const DAYS_TO_ANSWER = 9

function newDispute(unit: UnitOfWork, charge: Stripe.Charge): Stripe.Dispute {
  return {
    id: unit.newId('du_'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: unit.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: unit.now + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: getReferenceId(charge.payment_intent),
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
