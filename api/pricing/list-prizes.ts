import { and, asc, eq, isNull, notExists } from 'drizzle-orm'
import { type Prize } from '#contract/prize.ts'
import { type Db } from '../db/client.ts'
import { prizes } from '../db/schema/promotions.ts'
import { findPayablePrizeOrder } from './choose-discount.ts'

/**
 * What somebody won and may still use, the oldest first; an unpaid order of this session may have
 * it already.
 */
export async function listPrizes(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<Prize[]> {
  const rows = await db
    .select()
    .from(prizes)
    .where(
      and(
        eq(prizes.userId, userId),
        isNull(prizes.usedAt),
        notExists(findPayablePrizeOrder(db, now, sessionId)),
      ),
    )
    .orderBy(asc(prizes.createdAt), asc(prizes.id))
  return rows.map(present)
}

const present = (row: typeof prizes.$inferSelect): Prize => ({
  id: row.id,
  upgrade_id: row.upgradeId,
  user_id: row.userId,
  name: row.name,
  order_id: row.orderId,
  used_at: row.usedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})
