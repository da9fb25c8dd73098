import { type Operation } from './operation.ts'
import { balanceTransactions } from './resources/balance-transactions.ts'
import { charges } from './resources/charges.ts'
import { checkoutSessions } from './resources/checkout-sessions.ts'
import { confirmationTokens } from './resources/confirmation-tokens.ts'
import { customers } from './resources/customers.ts'
import { disputes } from './resources/disputes.ts'
import { events } from './resources/events.ts'
import { invoices } from './resources/invoices.ts'
import { paymentIntents } from './resources/payment-intents.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { payouts } from './resources/payouts.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { refunds } from './resources/refunds.ts'
import { setupIntents } from './resources/setup-intents.ts'
import { subscriptions } from './resources/subscriptions.ts'

/** Every operation of the sandbox. */
export const operations: Operation[] = [
  ...customers,
  ...paymentMethods,
  ...confirmationTokens,
  ...paymentIntents,
  ...setupIntents,
  ...charges,
  ...refunds,
  ...disputes,
  ...balanceTransactions,
  ...payouts,
  ...checkoutSessions,
  ...products,
  ...prices,
  ...subscriptions,
  ...invoices,
  ...events,
]

export type FindOperation = (
  method: string,
  path: string,
) => { operation: Operation; ids: string[] } | undefined

/** Finds the operation of a path among those that a kind of key may call. */
export function createOperationFinder(known: Operation[]): FindOperation {
  const matchers = known.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('{id}', '([\\w-]+)')}$`),
  }))
  return (method, path) => {
    for (const { operation, pattern } of matchers) {
      const match = operation.method === method ? pattern.exec(path) : null
      if (match) return { operation, ids: match.slice(1) }
    }
    return undefined
  }
}

export const findOperation = createOperationFinder(operations)
