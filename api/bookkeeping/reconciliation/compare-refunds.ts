import { eq, inArray, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Db } from '../../db/client.ts'
import { payments, refunds } from '../../db/schema/money.ts'
import { toRefundState } from '../../payments/rules/refund-states.ts'
import { type ComparisonResult, type ProviderDifference } from './reconciliation-difference.ts'

interface OurRefund {
  id: number
  orderId: number
  paymentId: number
  amountCents: number
  state: string
  reference: string | null
}

const intentOf = ({ payment_intent: intent }: Stripe.Refund) =>
  typeof intent === 'string' ? intent : (intent?.id ?? '')

/**
 * Compares refunds at the provider with ours, with two queries for any number. Refunds of unknown
 * charges are covered by the comparison of charges.
 */
export async function compareRefunds(db: Db, listed: readonly Stripe.Refund[]): Promise<ComparisonResult> {
  if (listed.length === 0) return { references: [], differences: [] }
  const ids = listed.map(({ metadata }) => Number(metadata?.['refund'])).filter(Number.isInteger)
  const references = listed.map(({ id }) => id)
  const written: OurRefund[] = await db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      paymentId: refunds.paymentId,
      amountCents: refunds.amountCents,
      state: refunds.state,
      reference: refunds.reference,
    })
    .from(refunds)
    .where(or(inArray(refunds.reference, references), inArray(refunds.id, ids)))
  const ours = await db
    .select({ id: payments.id, orderId: payments.orderId, intent: payments.paymentIntent })
    .from(payments)
    .where(inArray(payments.paymentIntent, [...new Set(listed.map(intentOf))]))
  const differences = listed.flatMap((refund) => {
    const payment = ours.find(({ intent }) => intent === intentOf(refund))
    const row =
      written.find(({ reference }) => reference === refund.id) ??
      written.find(({ id, reference }) => reference === null && String(id) === refund.metadata?.['refund'])
    if (row) return compareRefund(refund, row)
    if (!payment || toRefundState(refund.status) === 'failed') return []
    const { amount: cents } = refund
    const at = { orderId: payment.orderId, paymentId: payment.id }
    return [{ ...at, kind: 'missing_here' as const, reference: refund.id, here: null, there: cents, cents }]
  })
  return { references, differences }
}

function compareRefund(refund: Stripe.Refund, row: OurRefund): ProviderDifference[] {
  const at = { reference: refund.id, orderId: row.orderId, paymentId: row.paymentId, refundId: row.id }
  const found: ProviderDifference[] = []
  if (refund.amount !== row.amountCents) {
    const cents = Math.abs(refund.amount - row.amountCents)
    found.push({ ...at, kind: 'amount', here: row.amountCents, there: refund.amount, cents })
  }
  const there = toRefundState(refund.status)
  if (there !== row.state) {
    found.push({ ...at, kind: 'state', here: row.state, there, cents: row.amountCents })
  }
  return found
}

/** Refunds of the shop, by reference, that the provider does not have. */
export async function missingRefunds(db: Db, references: readonly string[]): Promise<ProviderDifference[]> {
  if (references.length === 0) return []
  const rows = await db
    .select({ refund: refunds, orderId: payments.orderId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.reference, [...references]))
  return rows.flatMap(({ refund: { id, paymentId, amountCents: cents, reference, state }, orderId }) =>
    reference === null || state === 'failed'
      ? []
      : [
          {
            kind: 'missing_there' as const,
            reference,
            orderId,
            paymentId,
            refundId: id,
            here: cents,
            there: null,
            cents,
          },
        ],
  )
}
