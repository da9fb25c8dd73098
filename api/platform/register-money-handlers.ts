import { registerMoneyHandler } from '../payments/money-handlers.ts'
import { acceptChangeMoney } from '../reschedules/accept-change-payment.ts'

/** Called by every process that may accept payments: the service and its workers. */
export function registerMoneyHandlers(): void {
  registerMoneyHandler('order_change', acceptChangeMoney)
}
