import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type SandboxEvent } from '../../store/kinds.ts'
import { runUnit } from '../../store/run-unit.ts'
import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'
import { moveBalance } from './balance-transactions.ts'

const DAY = 86_400
const MAX_TRANSACTIONS = 10_000

/** Makes and fails payouts as time and banks would, for tests. */
export interface PayoutControl {
  /**
   * Pays out the whole balance, available or not.
   *
   * @returns the payout's id; undefined when the balance is not positive
   */
  payNow(): Promise<string | undefined>
  /** Lets the bank return a payout: its money is in the balance again. */
  fail(payout: string): Promise<void>
}

const ListParameters = z.strictObject({
  ...List,
  created: Created,
  status: Text.optional(),
})

export const payouts = [
  operation('GET', '/v1/payouts', ListParameters, ({ unit }, { status, ...query }) =>
    listPage(unit, 'payout', '/v1/payouts', { ...query, match: status ? { status } : {} }),
  ),
  operation('GET', '/v1/payouts/{id}', z.strictObject({ expand: Expand }), async ({ unit }, _, [id = '']) => {
    const found = await unit.find('payout', id)
    if (!found) throw missing('payout', id)
    return found.data
  }),
]

export function openPayoutControl(
  openUnit: () => UnitOfWork,
  emitEvents: (events: SandboxEvent[]) => void,
): PayoutControl {
  return {
    payNow: async () => {
      const { result, events } = await runUnit(openUnit, (unit) => payOut(unit, Infinity))
      emitEvents(events)
      return result
    },
    fail: async (id) => {
      const { events } = await runUnit(openUnit, (unit) => failPayout(unit, id))
      emitEvents(events)
    },
  }
}

/** Pays out what is available. A balance that is not positive waits for the next day. */
export async function payOutAvailable(unit: UnitOfWork, id: string): Promise<void> {
  const stored = await unit.find('balance_transaction', id)
  if (stored?.data.status !== 'pending') return
  if (!(await payOut(unit, unit.now)))
    unit.put('balance_transaction', stored.data, stored.hidden, unit.now + DAY)
}

async function payOut(unit: UnitOfWork, until: number): Promise<string | undefined> {
  const { data: pending } = await unit.list('balance_transaction', {
    match: { status: 'pending' },
    limit: MAX_TRANSACTIONS,
  })
  const available = pending.filter(({ available_on }) => available_on <= until)
  const amount = available.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return undefined
  const payout = newPayout(unit, amount)
  for (const { id } of available) {
    const stored = await unit.find('balance_transaction', id)
    if (stored)
      unit.put('balance_transaction', { ...stored.data, status: 'available' }, { payout: payout.id }, null)
  }
  unit.put('payout', payout, {}, payout.arrival_date)
  unit.emit('payout.created', payout)
  return payout.id
}

/** Marks a payout as paid when it has reached the bank. */
export async function settlePayout(unit: UnitOfWork, id: string): Promise<void> {
  const stored = await unit.find('payout', id)
  if (stored?.data.status !== 'in_transit') return
  const payout = { ...stored.data, status: 'paid' }
  unit.put('payout', payout, {}, null)
  unit.emit('payout.paid', payout, { status: stored.data.status })
}

async function failPayout(unit: UnitOfWork, id: string): Promise<void> {
  const stored = await unit.find('payout', id)
  if (!stored) throw missing('payout', id)
  const { amount, status } = stored.data
  const failure_balance_transaction = moveBalance(unit, { type: 'payout_failure', amount, source: id })
  const payout: Stripe.Payout = {
    ...stored.data,
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction,
  }
  unit.put('payout', payout, {}, null)
  unit.emit('payout.failed', payout, { status })
}

function newPayout(unit: UnitOfWork, amount: number): Stripe.Payout {
  const id = unit.newId('po_')
  const transaction = moveBalance(unit, { type: 'payout', amount: -amount, source: id, paidOutBy: id })
  return {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: (Math.floor(unit.now / DAY) + 1) * DAY,
    automatic: true,
    balance_transaction: transaction,
    created: unit.now,
    currency: 'usd',
    description: 'SANDBOX PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
}
