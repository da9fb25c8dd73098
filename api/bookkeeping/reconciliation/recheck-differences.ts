import { inArray } from 'drizzle-orm'
import Stripe from 'stripe'
import { payments } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { compareCharges } from './compare-charges.ts'
import { compareRefunds, missingRefunds } from './compare-refunds.ts'
import { type ComparisonResult, type ProviderDifference } from './reconciliation-difference.ts'
import { recordComparison } from './save-comparison.ts'

/**
 * Reads single objects from the provider, compares them and stores the result.
 *
 * @param references `pi_…`, `re_…` or `ch_…`
 * @param since when the pass began
 * @returns how many were read
 * @throws the provider's error when it does not answer
 */
export async function recheckReferences(
  deps: ApiDeps,
  references: readonly string[],
  since: Date,
): Promise<number> {
  for (const reference of references) {
    const compared = await compareReference(deps, reference)
    const all = { ...compared, references: [...new Set([...compared.references, reference])] }
    const now = deps.clock.now()
    await deps.database.db.transaction((tx) => recordComparison(tx, all, { since, now }))
  }
  return references.length
}

async function compareReference(deps: ApiDeps, reference: string): Promise<ComparisonResult> {
  const { db } = deps.database
  if (reference.startsWith('re_')) {
    const refund = await unlessMissing(() => deps.stripe.refunds.retrieve(reference))
    if (refund) return compareRefunds(db, [refund])
    return { references: [reference], differences: await missingRefunds(db, [reference]) }
  }
  if (reference.startsWith('ch_')) {
    const charge = await unlessMissing(() => deps.stripe.charges.retrieve(reference))
    const intent = typeof charge?.payment_intent === 'string' ? charge.payment_intent : undefined
    return compareCharges(db, charge ? await chargesOf(deps, intent, charge) : [])
  }
  const listed = await unlessMissing(() =>
    deps.stripe.charges.list({ payment_intent: reference, limit: 100 }),
  )
  const compared = await compareCharges(db, listed?.data ?? [])
  if (compared.references.includes(reference)) return compared
  return { references: [reference], differences: await missingPayments(deps, reference) }
}

/** Reads all charges of an intent, because a duplicate is only recognised beside the first one. */
async function chargesOf(deps: ApiDeps, intent: string | undefined, charge: Stripe.Charge) {
  if (intent === undefined) return [charge]
  return (await deps.stripe.charges.list({ payment_intent: intent, limit: 100 })).data
}

/** Our payments for which the provider has no money. */
async function missingPayments({ database }: ApiDeps, reference: string): Promise<ProviderDifference[]> {
  const rows = await database.db
    .select()
    .from(payments)
    .where(inArray(payments.paymentIntent, [reference]))
  return rows.map(({ id: paymentId, orderId, amountCents: cents }) => ({
    kind: 'missing_there' as const,
    reference,
    orderId,
    paymentId,
    here: cents,
    there: null,
    cents,
  }))
}

async function unlessMissing<T>(retrieve: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retrieve()
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    if (isMissing) return undefined
    throw error
  }
}
