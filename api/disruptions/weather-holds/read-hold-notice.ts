import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'

/** The notice that a mail or a text is about, with its hold. @throws if it is gone */
export async function readHoldNotice(db: DbOrTx, noticeId: number) {
  const [found] = await db
    .select({ notice: weatherHoldNotices, hold: weatherHolds })
    .from(weatherHoldNotices)
    .innerJoin(weatherHolds, eq(weatherHolds.id, weatherHoldNotices.weatherHoldId))
    .where(eq(weatherHoldNotices.id, noticeId))
  if (!found) throw new Error(`The notice ${String(noticeId)} of a weather hold is gone`)
  return found
}
