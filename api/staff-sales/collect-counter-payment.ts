import { eq } from 'drizzle-orm'
import { type InPersonPaymentFields } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { inPersonMeans } from '#contract/means-of-payment.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import {
  findAmountDue,
  hasTenderInput,
  readTenderInput,
  reserveTenderPlan,
  type TenderPlan,
} from '../tenders/reserve-order-tenders.ts'
import { formatDollars, toCents, toDollars } from '../rules/money/money.ts'
import { hasTenders } from '../rules/orders/order-states.ts'
import { getDueCents, isPaidInPart, lockOrder, type OrderRow } from '../store/orders/order.ts'
import { closeAttempt } from '../payments/close-attempt.ts'
import { findOpenAttempt } from '../store/payments/payment-attempts.ts'
import { countAttempts } from '../payments/begin-payment.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type AuditBy } from '../store/write-audit.ts'
import {
  bookInPersonPayment,
  type InPersonRefusal,
  isTerminalSlipUsed,
  lockInPersonMoney,
  refuseInPersonMoney,
  writeInPersonAttempt,
} from './book-counter-payment.ts'
import { refuseBalanceDueAt, writeBalanceDueAt } from './balance/change-balance-due.ts'
import { refusePart } from './payment-parts.ts'

type Refusal =
  | {
      ok: false
      reason: 'not_found' | 'already_paid' | 'order_expired' | 'payment_in_progress' | 'slip_taken'
    }
  | InPersonRefusal
export type InPersonPaymentResult = { ok: true; orderId: number; change: number } | Refusal

/** Rolls back the whole payment. */
class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason)
  }
}

/**
 * Records an in-person payment. An open payment at the provider is closed first, so that the
 * customer cannot pay twice, but only if the money could be accepted. Then one transaction writes
 * payment, drawer, seats, completion and ledger. When the seats are no longer available, nothing is
 * written and the customer keeps the money.
 */
export async function takeInPersonPayment(
  deps: ApiDeps,
  fields: InPersonPaymentFields,
  { caller, ...by }: AuditBy & { caller: SignedInCaller },
): Promise<InPersonPaymentResult> {
  const { db } = deps.database
  const [known] = await db.select().from(orders).where(eq(orders.id, fields.order_id))
  if (!known) return { ok: false, reason: 'not_found' }
  const read = await readTenderInput(deps, known, caller, codesOf(fields))
  if (!read.ok) return read
  const tendered = { input: read.input, payer: caller, requestKey: null }
  const open = await findOpenAttempt(db, known.id)
  if (open) {
    // Closing it releases its tenders, so the amount due is only known afterwards.
    const dueCents =
      open.part || hasTenders(open.tenders) || hasTenderInput(read.input) ? undefined : getDueCents(known)
    const refusal = await refuseMoney(db, known, fields, { by, dueCents })
    if (refusal) return refusal
    await closeAttempt(deps, open.id)
  }
  try {
    await retryDeadlocks(() => db.transaction((tx) => takePayment(tx, deps, fields, { by, tendered })))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    if (isTerminalSlipUsed(error)) return { ok: false, reason: 'slip_taken' }
    throw error
  }
  const { drawer } = inPersonMeans(fields.method)
  const change = drawer ? toCents(fields.handed ?? fields.amount) - toCents(fields.amount) : 0
  return { ok: true, orderId: known.id, change: toDollars(change) }
}

interface Taking {
  by: AuditBy
  /** Gift cards and vouchers that pay a part. */
  tendered: Omit<TenderPlan, 'dueCents'>
}

async function takePayment(
  tx: Tx,
  deps: ApiDeps,
  fields: InPersonPaymentFields,
  { by, tendered }: Taking,
): Promise<void> {
  const now = by.at
  const bare = await lockOrder(tx, fields.order_id)
  const gone = refuseOrder(bare)
  if (gone) throw new Refused(gone)
  const price = await findAmountDue(tx, bare, tendered, { now, lock: true })
  if (!price.ok) throw new Refused(price)
  const part = fields.part || isPaidInPart(bare)
  const refusal = await refuseMoney(tx, bare, fields, { by, dueCents: price.dueCents })
  if (refusal) throw new Refused(refusal)
  const before = await countAttempts(tx, bare.id)
  if (before.open) throw new Refused({ ok: false, reason: 'payment_in_progress' })
  const amountCents = toCents(fields.amount)
  // Paid as a whole, nothing is due at any time.
  if (amountCents < price.dueCents) await writeBalanceDueAt(tx, deps, bare, fields.balance_due_at, by)
  const money = await lockInPersonMoney(tx, fields, by)
  if (!money) throw new Refused({ ok: false, reason: 'drawer_closed' })
  const attempt = await writeInPersonAttempt(tx, {
    orderId: bare.id,
    attemptNo: before.lastNo + 1,
    amountCents,
    tenders: price.choice,
    part,
    now,
  })
  const order = await reserveTenderPlan(tx, bare, price, {
    payer: tendered.payer,
    attemptId: attempt.id,
    now,
  })
  const kept = await bookInPersonPayment(tx, deps, { order, attempt, money, by })
  if (!kept) throw new Refused({ ok: false, reason: 'order_expired' })
}

const codesOf = ({ gift_card_codes: giftCardCodes, vouchers }: InPersonPaymentFields) => ({
  gift_card_codes: giftCardCodes,
  gift_cards: [],
  vouchers,
  apply_user_credit: false,
})

const refuseOrder = ({ status, completedAt }: OrderRow): Refusal | undefined =>
  status === 'awaiting_payment' || status === 'partially_paid'
    ? undefined
    : { ok: false, reason: completedAt === null ? 'order_expired' : 'already_paid' }

/**
 * Returns why the money cannot pay the order; undefined when it can.
 *
 * @param dueCents undefined while the amount is not known yet
 */
async function refuseMoney(
  db: DbOrTx,
  order: OrderRow,
  fields: InPersonPaymentFields,
  { by, dueCents }: { by: AuditBy; dueCents: number | undefined },
): Promise<Refusal | undefined> {
  const gone = refuseOrder(order)
  if (gone) return gone
  const wrong = dueCents === undefined ? undefined : refuseAmount(order, fields, dueCents)
  if (wrong) return invalid({ amount: [wrong] })
  const late = refuseBalanceDueAt(fields.balance_due_at, by.at)
  if (late) return invalid({ balance_due_at: [late] })
  return refuseInPersonMoney(db, fields, by)
}

function refuseAmount(
  order: OrderRow,
  { amount, part }: InPersonPaymentFields,
  dueCents: number,
): string | undefined {
  const amountCents = toCents(amount)
  if (part) return refusePart(order, amountCents, dueCents)
  return amountCents !== dueCents || dueCents === 0 ? `What is due is ${formatDollars(dueCents)}` : undefined
}

const invalid = (fields: FieldErrors): Refusal => ({ ok: false, reason: 'invalid', fields })
