import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { products, upgrades } from '../db/schema/catalogue.ts'
import { credits } from '../db/schema/tenders.ts'
import { getRefundLimit, type GiverFacts } from '../rules/refunds/refund-limit.ts'

const DAY_MS = 24 * 3_600_000
/** Class of the advisory lock on what staff give without an order. */
const GIVING_LOCK = 7405

interface Gift {
  /** Who gets it. */
  userId: number
  amountCents: number
}

/**
 * Whether credit and prizes without an order would exceed what staff may give in 24 hours: one
 * member to everybody, or all members to one customer (decisions 080 and 146). The lock serialises
 * gifts, so that concurrent ones are counted.
 */
export async function isOverDayLimit(
  tx: Tx,
  by: GiverFacts & { userId: number; at: Date },
  { userId, amountCents }: Gift,
): Promise<boolean> {
  const limit = getRefundLimit(by)
  if (limit === undefined) return false
  await tx.execute(sql`select pg_advisory_xact_lock(${GIVING_LOCK}, 0)`)
  const since = new Date(by.at.getTime() - DAY_MS)
  const given = [...(await listCredits(tx, since, [by.userId, userId])), ...(await listPrizes(tx, since))]
  const sum = (fits: (row: (typeof given)[number]) => boolean) =>
    given.filter(fits).reduce((cents, row) => cents + row.cents, amountCents)
  return sum((row) => row.givenBy === by.userId) > limit || sum((row) => row.userId === userId) > limit
}

const listCredits = (tx: Tx, since: Date, [giver, receiver]: [giver: number, receiver: number]) =>
  tx
    .select({ userId: credits.userId, givenBy: credits.givenBy, cents: credits.amountCents })
    .from(credits)
    .where(
      and(
        isNull(credits.orderId),
        isNotNull(credits.givenBy),
        gt(credits.amountCents, 0),
        gt(credits.createdAt, since),
        or(eq(credits.givenBy, giver), eq(credits.userId, receiver)),
      ),
    )

/** A percentage of a seat's price counts with the dearest seat. */
const VALUE = sql<number>`coalesce(${upgrades.priceCents}, (${upgrades.percentBps}::bigint
  * (select coalesce(max(${products.seatPriceCents}), 0) from ${products}) / 10000)::int)`

/** The audit log says who gave a prize; one that was removed again makes no room. */
const listPrizes = (tx: Tx, since: Date) =>
  tx
    .select({
      userId: sql<number>`(${auditLog.after} ->> 'user_id')::int`,
      givenBy: auditLog.userId,
      cents: VALUE,
    })
    .from(auditLog)
    .innerJoin(upgrades, sql`${upgrades.id} = (${auditLog.after} ->> 'upgrade_id')::int`)
    .where(and(gt(auditLog.at, since), eq(auditLog.resource, 'prizes'), eq(auditLog.action, 'create')))

/** What an upgrade is worth to who gets it for nothing. */
export async function valueUpgrade(tx: Tx, upgradeId: number): Promise<number> {
  const [found] = await tx.select({ cents: VALUE }).from(upgrades).where(eq(upgrades.id, upgradeId))
  return found?.cents ?? 0
}
