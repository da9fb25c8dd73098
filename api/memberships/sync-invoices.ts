import type Stripe from 'stripe'
import { type Tx } from '../db/client.ts'
import { subscriptionInvoices } from '../db/schema/memberships.ts'
import { membershipEntries } from '../rules/money/ledger.ts'
import { postLedger } from '../store/post-ledger.ts'

/**
 * Stores a membership's invoices as the provider has them, and posts each payment to the ledger
 * once.
 */
export async function saveInvoices(
  tx: Tx,
  subscriptionId: number,
  invoices: readonly Stripe.Invoice[],
  now: Date,
): Promise<void> {
  for (const invoice of invoices) {
    if (!invoice.id || !invoice.status) continue
    const facts = {
      number: invoice.number,
      amountCents: invoice.amount_due,
      status: invoice.status as (typeof subscriptionInvoices.$inferInsert)['status'],
      paymentIntent: intentOf(invoice),
      hostedUrl: invoice.hosted_invoice_url ?? null,
      paidAt: invoice.status_transitions.paid_at ? new Date(invoice.status_transitions.paid_at * 1000) : null,
    }
    await tx
      .insert(subscriptionInvoices)
      .values({
        reference: invoice.id,
        subscriptionId,
        createdAt: new Date(invoice.created * 1000),
        ...facts,
      })
      .onConflictDoUpdate({ target: subscriptionInvoices.reference, set: facts })
    if (invoice.status !== 'paid' || invoice.amount_paid === 0) continue
    const entries = membershipEntries(invoice.amount_paid)
    const eventKey = `invoice:${invoice.id}`
    await postLedger(tx, { orderId: null, kind: 'membership', eventKey, entries, now })
  }
}

/** The payment of an invoice, or the one that is to pay it. */
function intentOf({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? []
  const payment = all.find(({ status }) => status === 'paid') ?? all[0]
  const intent = payment?.payment.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}
