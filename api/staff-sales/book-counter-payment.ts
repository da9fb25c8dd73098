import { and, eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { inPersonMeans, type InPersonMethod } from '#contract/means-of-payment.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { paymentAttempts, payments } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { getAttemptIdempotencyKey, NO_TENDERS, type TenderChoice } from '../rules/orders/order-states.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { acceptMoney } from '../payments/apply-payment.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { isUniqueViolation } from '../db/refused-statement.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { hasOpenDrawer, lockOpenDrawer, moveCash } from './drawers.ts'

interface NewAttempt {
  orderId: number
  attemptNo: number
  amountCents: number
  tenders?: TenderChoice
  /** It pays a part of the order. */
  part?: boolean
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
  { orderId, attemptNo, amountCents, tenders = NO_TENDERS, part = false, orderChangeId, now }: NewAttempt,
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
      part,
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

/** What staff say that they took, and how. */
interface TakenInPerson {
  method: InPersonMethod
  reader_reference?: string | undefined
}

/** Nothing where its method has none. */
const referenceOf = ({ method, reader_reference: typed }: TakenInPerson) =>
  inPersonMeans(method).reference === null ? null : (typed ?? null)

export type InPersonRefusal =
  { ok: false; reason: 'drawer_closed' } | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Why money cannot be taken this way, before anything is done for it. */
export async function refuseInPersonMoney(
  db: DbOrTx,
  taken: TakenInPerson,
  { userId }: AuditBy,
): Promise<InPersonRefusal | undefined> {
  const { drawer, reference } = inPersonMeans(taken.method)
  const typed = referenceOf(taken)
  if (reference !== null && typed !== null) {
    const same = and(eq(payments.method, taken.method), eq(payments.readerReference, typed))
    if ((await db.$count(payments, same)) > 0)
      return { ok: false, reason: 'invalid', fields: { reader_reference: [reference.used] } }
  }
  if (drawer && !(await hasOpenDrawer(db, userId))) return { ok: false, reason: 'drawer_closed' }
  return undefined
}

/** What is booked of it, with the drawer that it goes into locked; undefined where that is closed. */
export async function lockInPersonMoney(
  tx: Tx,
  taken: TakenInPerson,
  { userId }: AuditBy,
): Promise<InPersonPaymentFacts | undefined> {
  const facts = { method: taken.method, readerReference: referenceOf(taken) }
  if (!inPersonMeans(taken.method).drawer) return { ...facts, drawer: undefined }
  const drawer = await lockOpenDrawer(tx, userId)
  return drawer && { ...facts, drawer }
}

/** Two orders were to be paid with one slip of the card reader at once: the other one was. */
export const isTerminalSlipUsed = (error: unknown): boolean =>
  isUniqueViolation(error, 'payments_reader_reference_unique')

interface InPersonPaymentFacts {
  method: InPersonMethod
  readerReference: string | null
  /** Locked; undefined for what goes into none. */
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
