import { inArray, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Db } from '../../db/client.ts'
import { subscriptionInvoices } from '../../db/schema/memberships.ts'
import { paymentAttempts, payments, refunds } from '../../db/schema/money.ts'
import { type ComparisonResult, type ProviderDifference } from './reconciliation-difference.ts'

/** Our payment for a payment intent. */
interface OurPayment {
  id: number
  orderId: number
  attemptId: number
  amountCents: number
  currency: string
  intent: string
  disputeState: string | null
  /** Refunds that the provider has certainly received, and refunds that it may have received. */
  requested: number
  maximum: number
}

interface OurAttempt {
  id: number
  orderId: number
  attemptNo: number
  state: string
  intent: string | null
}

/** The payment intent of a charge, or the charge itself where it has none. */
export const getChargeReference = ({ id, payment_intent: intent }: Stripe.Charge): string =>
  (typeof intent === 'string' ? intent : intent?.id) ?? id

const isMoney = ({ status, paid, captured }: Stripe.Charge) => status === 'succeeded' && paid && captured

/**
 * Compares charges with our payments, attempts, refunds and membership invoices, with three queries
 * for any number of charges.
 */
export async function compareCharges(db: Db, charges: readonly Stripe.Charge[]): Promise<ComparisonResult> {
  const money = charges.filter(isMoney)
  if (money.length === 0) return { references: [], differences: [] }
  const references = [...new Set(money.map(getChargeReference))]
  const ours = new Map((await findPayments(db, references)).map((row) => [row.intent, row]))
  const attempts = await findAttempts(db, money, references)
  const invoices = await findInvoices(db, references)
  const seen = new Set<string>()
  const differences = money.flatMap((charge) => {
    const reference = getChargeReference(charge)
    const payment = ours.get(reference)
    const again = seen.has(reference)
    seen.add(reference)
    if (again) return [duplicated(charge, payment)]
    if (payment) return comparePayment(charge, payment)
    const invoice = invoices.find(({ intent }) => intent === reference)
    return invoice ? compareInvoice(charge, invoice) : unmatched(charge, attempts, [...ours.values()])
  })
  return { references, differences }
}

async function findPayments(db: Db, references: string[]): Promise<OurPayment[]> {
  const sums = db
    .select({
      paymentId: refunds.paymentId,
      requested: sql<number>`sum(${refunds.amountCents}) filter (where ${refunds.state} in ('pending',
          'succeeded'))`.as('asked'),
      maximum: sql<number>`sum(${refunds.amountCents}) filter (where ${refunds.state} <> 'failed')`.as(
        'written',
      ),
    })
    .from(refunds)
    .groupBy(refunds.paymentId)
    .as('sums')
  return db
    .select({
      id: payments.id,
      orderId: payments.orderId,
      attemptId: payments.attemptId,
      amountCents: payments.amountCents,
      currency: payments.currency,
      // Every row has an intent, because it was selected by one.
      intent: sql<string>`${payments.paymentIntent}`,
      disputeState: payments.disputeState,
      requested: sql<number>`coalesce(${sums.requested}, 0)`.mapWith(Number),
      maximum: sql<number>`coalesce(${sums.maximum}, 0)`.mapWith(Number),
    })
    .from(payments)
    .leftJoin(sums, sql`${sums.paymentId} = ${payments.id}`)
    .where(inArray(payments.paymentIntent, references))
}

async function findAttempts(db: Db, charges: readonly Stripe.Charge[], references: string[]) {
  const orderIds = charges.map(({ metadata }) => Number(metadata['order_id'])).filter(Number.isInteger)
  return db
    .select({
      id: paymentAttempts.id,
      orderId: paymentAttempts.orderId,
      attemptNo: paymentAttempts.attemptNo,
      state: paymentAttempts.state,
      intent: paymentAttempts.paymentIntent,
    })
    .from(paymentAttempts)
    .where(or(inArray(paymentAttempts.paymentIntent, references), inArray(paymentAttempts.orderId, orderIds)))
}

interface OurInvoice {
  intent: string | null
  amountCents: number
  status: string
}

const findInvoices = (db: Db, references: string[]): Promise<OurInvoice[]> =>
  db
    .select({
      intent: subscriptionInvoices.paymentIntent,
      amountCents: subscriptionInvoices.amountCents,
      status: subscriptionInvoices.status,
    })
    .from(subscriptionInvoices)
    .where(inArray(subscriptionInvoices.paymentIntent, references))

/** Compares a charge with a membership's invoice, which has no order. */
function compareInvoice(charge: Stripe.Charge, { amountCents, status }: OurInvoice): ProviderDifference[] {
  const at = { reference: getChargeReference(charge), orderId: null }
  const there = charge.amount_captured
  if (there !== amountCents) {
    return [{ ...at, kind: 'amount', here: amountCents, there, cents: Math.abs(there - amountCents) }]
  }
  return status === 'paid' ? [] : [{ ...at, kind: 'state', here: status, there: 'paid', cents: there }]
}

function duplicated(charge: Stripe.Charge, payment: OurPayment | undefined): ProviderDifference {
  const cents = charge.amount_captured - charge.amount_refunded
  const [orderId, paymentId] = [payment?.orderId ?? null, payment?.id ?? null]
  return { kind: 'duplicated', reference: charge.id, orderId, paymentId, here: null, there: cents, cents }
}

/** Reports a charge that matches nothing here, unless it was refunded completely. */
function unmatched(
  charge: Stripe.Charge,
  attempts: readonly OurAttempt[],
  paid: readonly OurPayment[],
): ProviderDifference[] {
  const cents = charge.amount_captured - charge.amount_refunded
  if (cents === 0) return []
  const reference = getChargeReference(charge)
  const { order_id: order, attempt: no } = charge.metadata
  const attempt =
    attempts.find(({ intent }) => intent === reference) ??
    attempts.find(({ orderId, attemptNo }) => String(orderId) === order && String(attemptNo) === no)
  const found = { reference, orderId: attempt?.orderId ?? null, there: cents, cents }
  if (!attempt) return [{ ...found, kind: 'missing_here', here: null }]
  const paidOtherwise =
    attempt.state === 'succeeded' || paid.some(({ attemptId }) => attemptId === attempt.id)
  if (paidOtherwise) return [{ ...found, kind: 'duplicated', here: null }]
  return [{ ...found, kind: 'state', here: attempt.state, there: 'succeeded' }]
}

function comparePayment(charge: Stripe.Charge, payment: OurPayment): ProviderDifference[] {
  const { id: paymentId, orderId } = payment
  const at = { reference: getChargeReference(charge), orderId, paymentId }
  const found: ProviderDifference[] = []
  const { amount_captured: taken, amount_refunded: back, currency, disputed } = charge
  if (taken !== payment.amountCents) {
    const cents = Math.abs(taken - payment.amountCents)
    found.push({ ...at, kind: 'amount', here: payment.amountCents, there: taken, cents })
  }
  if (currency !== payment.currency) {
    found.push({ ...at, kind: 'currency', here: payment.currency, there: currency, cents: taken })
  }
  if (back < payment.requested || back > payment.maximum) {
    const here = back < payment.requested ? payment.requested : payment.maximum
    found.push({ ...at, kind: 'refunded', here, there: back, cents: Math.abs(back - here) })
  }
  if (disputed && payment.disputeState === null) {
    found.push({ ...at, kind: 'state', here: 'undisputed', there: 'disputed', cents: taken })
  }
  return found
}
