import { and, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { providerDifferences, providerSightings } from '../../db/schema/integrity-checks.ts'
import { type ComparisonResult } from './reconciliation-difference.ts'

const text = (value: string | number | null) => (value === null ? null : String(value))

/**
 * Stores which references were compared and the differences. Differences that no longer exist are
 * marked as resolved. Changes no money.
 * @param since when the pass began
 */
export async function recordComparison(
  tx: Tx,
  { references, differences }: ComparisonResult,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  if (references.length > 0) {
    await tx
      .insert(providerSightings)
      .values([...new Set(references)].map((reference) => ({ reference, seenAt: now })))
      .onConflictDoUpdate({ target: providerSightings.reference, set: { seenAt: now } })
  }
  for (const { kind, reference, orderId, paymentId, refundId, here, there, cents } of differences) {
    const ids = { orderId: orderId ?? null, paymentId: paymentId ?? null, refundId: refundId ?? null }
    const facts = { ...ids, here: text(here), there: text(there), cents, checkedAt: now }
    await tx
      .insert(providerDifferences)
      .values({ kind, reference, ...facts, foundAt: now })
      .onConflictDoUpdate({
        target: [providerDifferences.kind, providerDifferences.reference],
        targetWhere: sql`resolved_at is null`,
        set: facts,
      })
  }
  const compared = [...references, ...differences.map(({ reference }) => reference)]
  if (compared.length === 0) return
  const remaining = differences.map(({ kind, reference }) => `${kind} ${reference}`)
  await tx
    .update(providerDifferences)
    .set({ resolvedAt: now })
    .where(
      and(
        inArray(providerDifferences.reference, compared),
        isNull(providerDifferences.resolvedAt),
        lt(providerDifferences.foundAt, since),
        remaining.length === 0
          ? undefined
          : notInArray(
              sql`${providerDifferences.kind} || ' ' || ${providerDifferences.reference}`,
              remaining,
            ),
      ),
    )
}
