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
const AT_ONCE = 10_000

/** What time and banks do to the balance; here a test says so. */
export interface PayoutControl {
  /**
   * Pays out everything, available or not. @returns the payout's id; undefined when the balance is
   * not above zero
   */
  payNow(): Promise<string | undefined>
  /** The bank sends a payout back: its money is in the balance again. */
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
  happened: (events: SandboxEvent[]) => void,
): PayoutControl {
  return {
    payNow: async () => {
      const { result, events } = await runUnit(openUnit, (unit) => payOut(unit, Infinity))
      happened(events)
      return result
    },
    fail: async (id) => {
      const { events } = await runUnit(openUnit, (unit) => failPayout(unit, id))
      happened(events)
    },
  }
}

/** Pays out what is available by now. A balance that is not above zero waits for the next day. */
export async function payOutAvailable(unit: UnitOfWork, id: string): Promise<void> {
  const kept = await unit.find('balance_transaction', id)
  if (kept?.data.status !== 'pending') return
  if (!(await payOut(unit, unit.now))) unit.put('balance_transaction', kept.data, kept.hidden, unit.now + DAY)
}

async function payOut(unit: UnitOfWork, until: number): Promise<string | undefined> {
  const { data: pending } = await unit.list('balance_transaction', {
    match: { status: 'pending' },
    limit: AT_ONCE,
  })
  const available = pending.filter(({ available_on }) => available_on <= until)
  const amount = available.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return undefined
  const payout = newPayout(unit, amount)
  for (const { id } of available) {
    const kept = await unit.find('balance_transaction', id)
    if (kept)
      unit.put('balance_transaction', { ...kept.data, status: 'available' }, { payout: payout.id }, null)
  }
  unit.put('payout', payout, {}, payout.arrival_date)
  unit.emit('payout.created', payout)
  return payout.id
}

/** Its money is with the bank. */
export async function settlePayout(unit: UnitOfWork, id: string): Promise<void> {
  const kept = await unit.find('payout', id)
  if (kept?.data.status !== 'in_transit') return
  const payout = { ...kept.data, status: 'paid' }
  unit.put('payout', payout, {}, null)
  unit.emit('payout.paid', payout, { status: kept.data.status })
}

async function failPayout(unit: UnitOfWork, id: string): Promise<void> {
  const kept = await unit.find('payout', id)
  if (!kept) throw missing('payout', id)
  const { amount, status } = kept.data
  const failure_balance_transaction = moveBalance(unit, { type: 'payout_failure', amount, source: id })
  const payout: Stripe.Payout = {
    ...kept.data,
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
