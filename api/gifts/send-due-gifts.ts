import { and, asc, eq, isNull, lte, or } from 'drizzle-orm'
import { giftShares } from '../db/schema/gifts.ts'
import { type ApiDeps } from '../deps.ts'
import { addDays, toLocalDate } from '../rules/time/local-time.ts'
import { findTimeZone } from '../store/catalogue/find-time-zone.ts'
import { lockShare, type ShareRow } from './find-gift-share.ts'
import { mailShare } from './mail-gift-share.ts'

const BATCH = 200

/** Mails the gifts whose day has begun in their brand's time zone, each exactly once. */
export async function sendDueGifts(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  // No time zone is further ahead than this.
  const latest = addDays(toLocalDate(now, 'UTC'), 1)
  const waiting = await db
    .select()
    .from(giftShares)
    .where(
      and(
        eq(giftShares.way, 'mail'),
        isNull(giftShares.mailedAt),
        isNull(giftShares.takenBackAt),
        or(isNull(giftShares.sendOn), lte(giftShares.sendOn, latest)),
      ),
    )
    .orderBy(asc(giftShares.id))
    .limit(BATCH)
  for (const { id, brandId } of waiting) {
    const today = toLocalDate(now, await findTimeZone(db, brandId))
    await db.transaction(async (tx) => {
      const locked = await lockShare(tx, id)
      if (locked && isDue(locked.share, today)) await mailShare(tx, deps, locked, now)
    })
  }
}

/** Whether a waiting gift leaves on this day or should have left before. */
export const isDue = (
  { mailedAt, takenBackAt, sendOn }: Pick<ShareRow, 'mailedAt' | 'takenBackAt' | 'sendOn'>,
  today: string,
): boolean => mailedAt === null && takenBackAt === null && (sendOn === null || sendOn <= today)
