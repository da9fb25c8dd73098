import { and, eq, gt, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { products } from '../db/schema/catalogue.ts'
import { isDeepCut, LOWEST_SHARE_BPS } from '../rules/refunds/refund-limit.ts'
import { type Refusal, type Row, type Writer } from './resource.ts'

/** Admins have no limit, and keys of other systems were made by one. */
export const isLimited = ({ roles, apiKeyId }: Pick<Writer, 'roles' | 'apiKeyId'>): boolean =>
  apiKeyId === undefined && !roles.includes('admin')

const PERCENT = String(LOWEST_SHARE_BPS / 100)

/** A rule that only a second person can pass (`approvals`). */
export const needApproval = (error: string): Refusal => ({ ok: false, reason: 'approval_needed', error })

const DAY_MS = 24 * 3_600_000

/** Prices by the column and by the name that the audit log has for them. */
export type PriceColumns = Readonly<Record<string, string>>

interface PriceCutContext {
  db: DbOrTx
  by: Writer
  before: Row | undefined
  /** The prices that hold where this row does not, such as those of every other week. */
  instead?: Row | undefined
}

/**
 * Refuses staff who set a price below half of what it was at any time in the last day, or of the
 * product's own price: a flight for a dollar is a gift. Several steps count as one.
 */
export async function refusePriceCut(
  plural: string,
  columns: PriceColumns,
  row: Row,
  { db, by, before, instead }: PriceCutContext,
): Promise<Refusal | undefined> {
  if (!isLimited(by)) return undefined
  const changed = Object.entries(columns).filter(
    ([column]) => typeof row[column] === 'number' && row[column] !== before?.[column],
  )
  if (changed.length === 0) return undefined
  const [product] =
    typeof row['productId'] === 'number'
      ? await db
          .select({ seatPriceCents: products.seatPriceCents, flightPriceCents: products.flightPriceCents })
          .from(products)
          .where(eq(products.id, row['productId']))
      : []
  for (const [column, name] of changed) {
    const earlier = before ? await findHighestOfDay(db, { plural, id: Number(before['id']), name, by }) : 0
    const own: unknown = before?.[column] ?? (product as Row | undefined)?.[column]
    const other: unknown = instead?.[column]
    const usual = Math.max(...[own, other].map((one) => (typeof one === 'number' ? one : 0)), earlier)
    if (isDeepCut(Number(row[column]), usual)) {
      return needApproval(`A price below ${PERCENT}% of what it was needs a second person. Ask for approval.`)
    }
  }
  return undefined
}

/** The highest price that a row had before its changes of the last day, in cents. */
async function findHighestOfDay(
  db: DbOrTx,
  { plural, id, name, by }: { plural: string; id: number; name: string; by: Writer },
): Promise<number> {
  const price = sql<string | null>`max((${auditLog.before} ->> ${name}::text)::numeric)`
  const [found] = await db
    .select({ price })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.resource, plural),
        eq(auditLog.resourceId, id),
        gt(auditLog.at, new Date(by.now.getTime() - DAY_MS)),
      ),
    )
  return Math.round(Number(found?.price ?? 0) * 100)
}
