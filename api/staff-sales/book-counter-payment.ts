import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { paymentAttempts, payments } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { getAttemptIdempotencyKey } from '../rules/money/payment-attempt.ts'
import { NO_TENDERS, type TenderChoice } from '../rules/money/tender-choice.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { acceptMoney } from '../payments/accept-money.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { isUniqueViolation } from '../db/refused-statement.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { type lockOpenDrawer, moveCash } from './drawers.ts'

interface NewAttempt {
  orderId: number
  attemptNo: number
  amountCents: number
  tenders?: TenderChoice
  /** The order change that is paid; undefined for the order itself. */
  orderChangeId?: number
  now: Date
}

/**
 * Writes an in-person payment as an attempt, like every other payment but without a call to the
 * provider.
 */
export async function writeInPersonAttempt(
  tx: Tx,
  { orderId, attemptNo, amountCents, tenders = NO_TENDERS, orderChangeId, now }: NewAttempt,
): Promise<PaymentAttempt> {
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      orderId,
      attemptNo,
      purpose: orderChangeId === undefined ? 'order' : 'order_change',
      orderChangeId: orderChangeId ?? null,
      kind: 'counter',
      amountCents,
      state: 'open',
      idemKey: getAttemptIdempotencyKey(orderId, attemptNo, { kind: 'create' }),
      params: {},
      paramsHash: '',
      tenders,
      holdUntil: now,
      createdAt: now,
    })
    .returning()
  if (!attempt) throw new Error('The payment was not begun')
  return attempt
}

/** True when the card terminal's slip was used for another order at the same time. */
export const isTerminalSlipUsed = (error: unknown): boolean =>
  isUniqueViolation(error, 'payments_reader_reference_unique')

export interface InPersonPaymentFacts {
  method: 'cash' | 'reader'
  readerReference: string | null
  /** Locked; undefined for a card reader. */
  drawer: Awaited<ReturnType<typeof lockOpenDrawer>>
}

interface Booking {
  order: OrderRow
  attempt: PaymentAttempt
  money: InPersonPaymentFacts
  by: AuditBy
}

/**
 * Writes payment, its effect on the order, drawer movement and audit line.
 *
 * @returns false when the payment cannot be accepted; the caller must roll back
 */
export async function bookInPersonPayment(
  tx: Tx,
  deps: ApiDeps,
  { order, attempt, money, by }: Booking,
): Promise<boolean> {
  const { amountCents } = attempt
  const { method, readerReference, drawer } = money
  const counter = { method, readerReference, actor: `user:${String(by.userId)}` }
  const seen = { reference: '', paymentIntent: null, amountCents, currency: 'usd', card: null }
  const accepted = await acceptMoney(tx, deps, { order, attempt, seen, verdict: 'paid', now: by.at, counter })
  if (accepted.outcome === 'returned') return false
  const [payment] = await tx.select().from(payments).where(eq(payments.attemptId, attempt.id))
  if (!payment) throw new Error('The payment was not written')
  if (drawer) await moveCash(tx, drawer, { paymentId: payment.id, amountCents, now: by.at })
  const after = { order_id: order.id, method, amount: toDollars(amountCents) }
  await writeAudit(tx, by, { resource: 'payments', id: payment.id, after })
  return true
}
