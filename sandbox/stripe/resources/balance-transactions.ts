import { type Stripe } from 'stripe'
import { z } from 'zod'
import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'

const DAY = 86_400
/** The money of a day is available after the second midnight. */
const AVAILABLE_AFTER_DAYS = 2
export const DISPUTE_FEE = 1500

/** The provider's fee for a card payment: 2.9 % and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30

export interface BalanceMovement {
  type: Stripe.BalanceTransaction.Type
  /** Cents; negative when money leaves the balance. */
  amount: number
  fee?: number
  source: string
  /** The payout that contains it already. */
  paidOutBy?: string
}

/**
 * Adds a balance transaction, which is paid out automatically.
 *
 * @returns the transaction's id
 */
export function moveBalance(
  unit: UnitOfWork,
  { type, amount, fee = 0, source, paidOutBy }: BalanceMovement,
): string {
  const available_on = (Math.floor(unit.now / DAY) + AVAILABLE_AFTER_DAYS) * DAY
  const transaction: Stripe.BalanceTransaction = {
    id: unit.newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on,
    balance_type: 'payments',
    created: unit.now,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: 'Processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: paidOutBy ? 'available' : 'pending',
    type,
  }
  if (paidOutBy) unit.put('balance_transaction', transaction, { payout: paidOutBy })
  else unit.put('balance_transaction', transaction, {}, available_on)
  return transaction.id
}

/** Adds the balance transaction of a charge. */
export const moveCharge = (unit: UnitOfWork, { id, amount }: { id: string; amount: number }) =>
  moveBalance(unit, { type: 'charge', amount, fee: feeOf(amount), source: id })

const ListParameters = z.strictObject({
  ...List,
  created: Created,
  payout: Text.optional(),
  source: Text.optional(),
  type: Text.optional(),
})

export const balanceTransactions = [
  operation(
    'GET',
    '/v1/balance_transactions',
    ListParameters,
    async ({ unit }, { payout, source, type, ...query }) => {
      if (payout && !(await unit.find('payout', payout))) throw missing('payout', payout, 'payout')
      return listPage(unit, 'balance_transaction', '/v1/balance_transactions', {
        ...query,
        match: { ...(source ? { source } : {}), ...(type ? { type } : {}) },
        ...(payout ? { hidden: { payout } } : {}),
      })
    },
  ),
  operation(
    'GET',
    '/v1/balance_transactions/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      const found = await unit.find('balance_transaction', id)
      if (!found) throw missing('balance_transaction', id)
      return found.data
    },
  ),
]
