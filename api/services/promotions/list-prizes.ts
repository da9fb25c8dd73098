import { and, asc, eq, isNull, notExists } from 'drizzle-orm'
import { type Prize } from '#contract/prize.ts'
import { type Db } from '../../db/client.ts'
import { prizes } from '../../db/schema/promotions.ts'
import { aliveUse } from './find-prize.ts'

/** What somebody won and may still use, the oldest first; an unpaid order of this session may have it already. */
export function listPrizes(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<Prize[]> {
  return db
    .select({ id: prizes.id, upgrade_id: prizes.upgradeId, name: prizes.name })
    .from(prizes)
    .where(and(eq(prizes.userId, userId), isNull(prizes.usedAt), notExists(aliveUse(db, now, sessionId))))
    .orderBy(asc(prizes.createdAt), asc(prizes.id))
}
