import { type UpdateUpgradesFields } from '#contract/order-change.ts'
import { type ApiDeps } from '../deps.ts'
import { type PaymentAttempt, type PaymentInput } from '../store/payments/payment-attempts.ts'
import {
  closeForNewPayment,
  type PaymentRefusal,
  type PaymentStart,
  resumePayment,
  type StartedPayment,
} from '../payments/start-payment.ts'
import { findChange } from '../store/orders/find-change.ts'

export type ChangePayment =
  | { ok: true; changeId: number; payment: StartedPayment | null }
  | PaymentRefusal
  | { ok: false; reason: 'price_changed' | 'change_returned' }

/** The fields of a request that say how a change is paid. */
export type HowToPay = Pick<
  UpdateUpgradesFields,
  'stripe_source' | 'payment_intent' | 'hosted' | 'return_url' | 'cancel_url' | 'remember'
>

export function toPaymentInputFields(fields: HowToPay) {
  const { stripe_source: source, payment_intent, hosted, return_url, cancel_url, remember } = fields
  return {
    ...(source == null ? {} : { stripe_source: source }),
    ...(payment_intent === undefined ? {} : { payment_intent }),
    ...(hosted === undefined ? {} : { hosted }),
    ...(return_url === undefined ? {} : { return_url }),
    ...(cancel_url === undefined ? {} : { cancel_url }),
    ...(remember === undefined ? {} : { remember }),
  }
}

/** Undefined when nothing is open any more and a new change may begin. */
export async function resumeChangePayment(
  deps: ApiDeps,
  open: PaymentAttempt,
  input: PaymentInput,
  hash: string,
): Promise<PaymentStart | undefined> {
  const change =
    open.orderChangeId === null ? undefined : await findChange(deps.database.db, open.orderChangeId)
  return change?.wishHash === hash
    ? resumePayment(deps, open, { input, requestKey: null })
    : closeForNewPayment(deps, open)
}

/** Converts the result to that of a change: a payment made meanwhile changes the agreed total. */
export function toChangePayment(started: PaymentStart, attempt: PaymentAttempt | undefined): ChangePayment {
  if (started.ok) return { ok: true, changeId: attempt?.orderChangeId ?? 0, payment: started.payment }
  if (started.reason === 'already_paid') return { ok: false, reason: 'price_changed' }
  if (started.reason === 'order_expired') return { ok: false, reason: 'change_returned' }
  return started
}
