import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { readPaymentInput } from '../payments/read-payment-request.ts'
import { applyStartedPayment, closeForNewPayment } from '../payments/start-payment.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { type OrderRow } from '../store/orders/order.ts'
import {
  findOpenAttempt,
  type PaymentAttempt,
  type PaymentInput,
} from '../store/payments/payment-attempts.ts'
import {
  type ChangePayment,
  type HowToPay,
  resumeChangePayment,
  toChangePayment,
  toPaymentInputFields,
} from './continue-change-payment.ts'

interface PayingChange {
  order: OrderRow
  fields: HowToPay
  by: SignedInCaller
}

/** What a kind of change does at each step of its payment. */
interface ChangeSteps<Refused> {
  /** The hash of what the payer agreed to. */
  hash: string
  /** Null when nothing is left for a card. */
  amountDueCents: number | null
  /** Makes the change at once, when nothing is left for a card. */
  complete: () => Promise<{ ok: true; change: OrderChange } | Refused>
  /** Writes the change and its payment attempt, before the provider is called. */
  open: (input: PaymentInput) => Promise<{ ok: true; attempt: PaymentAttempt } | Refused>
}

/**
 * Begins the payment of a change that was agreed. An open payment for the same change continues; any
 * other one is closed at the provider first.
 * @throws the provider's error when it does not answer
 */
export async function beginChangePayment<Refused extends { ok: false }>(
  deps: ApiDeps,
  { order, fields, by }: PayingChange,
  { hash, amountDueCents, complete, open: openChange }: ChangeSteps<Refused>,
): Promise<ChangePayment | Refused> {
  const open = await findOpenAttempt(deps.database.db, order.id)
  if (amountDueCents === null) {
    const stopped = open && (await closeForNewPayment(deps, open))
    if (stopped) return toChangePayment(stopped, open)
    const done = await complete()
    return done.ok ? { ok: true, changeId: done.change.id, payment: null } : done
  }
  // The card of the order's membership belongs to the order; this card is saved only on request.
  const payable = { ...order, membershipPlanId: null }
  const read = await readPaymentInput(deps, toPaymentInputFields(fields), by, payable)
  if (!read.ok) return read
  const going = open && (await resumeChangePayment(deps, open, read.input, hash))
  if (open && going) return toChangePayment(going, open)
  const opened = await openChange(read.input)
  if (!opened.ok) return opened
  const { attempt } = opened
  return toChangePayment(
    await applyStartedPayment(deps, attempt, read.input, await beginPayment(deps, attempt)),
    attempt,
  )
}
