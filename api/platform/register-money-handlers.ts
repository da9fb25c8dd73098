import { registerMoneyHandler } from '../payments/money-handlers.ts'
import { acceptChangeMoney } from '../reschedules/accept-change-payment.ts'

/** Called by whatever may take payments: the service and its workers. */
export function registerMoneyHandlers(): void {
  registerMoneyHandler('order_change', acceptChangeMoney)
}
