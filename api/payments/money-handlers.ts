import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { type AcceptedMoney, type ArrivedMoney, type WrittenPayment } from './arrived-money.ts'

/** What a payment may be for besides the order itself. */
type OtherPurpose = Exclude<PaymentAttempt['purpose'], 'order'>

/** Keeps the money of a written payment, or sends it back. */
export type MoneyHandler = (
  tx: Tx,
  deps: ApiDeps,
  money: ArrivedMoney,
  payment: WrittenPayment,
) => Promise<AcceptedMoney>

const handlers = new Map<OtherPurpose, MoneyHandler>()

/**
 * Names who accepts the money of a purpose. The modules of these purposes build on payments, so
 * payments cannot import them.
 */
export function registerMoneyHandler(purpose: OtherPurpose, handler: MoneyHandler): void {
  handlers.set(purpose, handler)
}

export function getMoneyHandler(purpose: OtherPurpose): MoneyHandler {
  const handler = handlers.get(purpose)
  if (!handler) throw new Error(`Nothing accepts money for ${purpose}`)
  return handler
}
