import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type CodeBatchFields } from '#contract/code-batch.ts'
import { auditLog } from '../db/schema/audit.ts'
import { discountCodes, discounts } from '../db/schema/promotions.ts'
import { type ApiDeps } from '../deps.ts'
import { getRefundLimit, type GiverFacts } from '../rules/refunds/refund-limit.ts'
import { isDeepDiscount } from '../store/is-deep-discount.ts'
import { type AuditBy } from '../store/write-audit.ts'

/** No letters that look alike; eight of them are a trillion. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

const oneMore = (prefix: string) =>
  `${prefix.replace(/[_-]+$/, '')}-${Array.from(
    { length: LENGTH },
    () => LETTERS[randomInt(LETTERS.length)],
  ).join('')}`

/**
 * Makes many codes of one discount, all of them or none, each with its line in the audit log.
 *
 * @returns undefined where there is no such discount; `approval_needed` where staff may not give it
 *   alone
 */
export function makeCodes(
  { database }: Pick<ApiDeps, 'database'>,
  { discount_id: discountId, quantity, prefix, ...rest }: CodeBatchFields,
  by: AuditBy & GiverFacts,
): Promise<string[] | 'approval_needed' | undefined> {
  return database.db.transaction(async (tx) => {
    const [discount] = await tx.select().from(discounts).where(eq(discounts.id, discountId)).for('share')
    if (!discount) return undefined
    if (getRefundLimit(by) !== undefined && (await isDeepDiscount(tx, discount))) return 'approval_needed'
    const made: { id: number; code: string }[] = []
    // Whatever is taken already is drawn again.
    while (made.length < quantity) {
      const codes = new Set<string>()
      while (codes.size < quantity - made.length) codes.add(oneMore(prefix))
      const rows = [...codes].map((code) => ({
        code,
        discountId,
        redemptionLimit: rest.redemption_limit,
        sunsetAndFocus: rest.sunset_and_focus,
        stackable: rest.stackable,
      }))
      const inserted = await tx
        .insert(discountCodes)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: discountCodes.id, code: discountCodes.code })
      made.push(...inserted)
    }
    await tx.insert(auditLog).values(
      made.map(({ id, code }) => ({
        at: by.at,
        userId: by.userId,
        apiKeyId: by.apiKeyId ?? null,
        action: 'create' as const,
        resource: 'discount_codes',
        resourceId: id,
        before: null,
        after: { code, discount_id: discountId, redemption_limit: rest.redemption_limit },
        requestId: by.requestId ?? null,
      })),
    )
    return made.map(({ code }) => code)
  })
}
