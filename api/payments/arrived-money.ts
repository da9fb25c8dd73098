import { type InPersonMethod } from '#contract/means-of-payment.ts'
import { type ProviderPayment } from '../gateways/provider-payment.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { type OrderRow } from '../store/orders/order.ts'

export interface ArrivedMoney {
  /** Locked by the caller. */
  order: OrderRow
  attempt: PaymentAttempt
  seen: Pick<ProviderPayment, 'reference' | 'paymentIntent' | 'amountCents' | 'currency' | 'card'>
  verdict: 'paid' | 'wrong_amount'
  now: Date
  /** Staff took it, and who. */
  counter?: { method: InPersonMethod; readerReference: string | null; actor: string }
}

export type AcceptedMoney = { outcome: 'completed' } | { outcome: 'returned'; refundId: number }

export interface WrittenPayment {
  id: number
  amountCents: number
}
