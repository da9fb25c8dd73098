import { type Operation } from './operation.ts'
import { charges } from './resources/charges.ts'
import { checkoutSessions } from './resources/checkout-sessions.ts'
import { customers } from './resources/customers.ts'
import { events } from './resources/events.ts'
import { paymentIntents } from './resources/payment-intents.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { refunds } from './resources/refunds.ts'

/** Everything the stand-in answers. */
export const operations: Operation[] = [
  ...customers,
  ...paymentMethods,
  ...paymentIntents,
  ...charges,
  ...refunds,
  ...checkoutSessions,
  ...events,
]

const matchers = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll('{id}', '([\\w-]+)')}$`),
}))

export function findOperation(
  method: string,
  path: string,
): { operation: Operation; ids: string[] } | undefined {
  for (const { operation, pattern } of matchers) {
    const match = operation.method === method ? pattern.exec(path) : null
    if (match) return { operation, ids: match.slice(1) }
  }
  return undefined
}
