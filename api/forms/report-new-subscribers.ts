import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { type mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { addDays, instantOf, toLocalDate } from '../rules/time/local-time.ts'
import { type NewSubscribers } from './newsletter-mails.ts'
import { queueMail } from '../store/mails/queue-mail.ts'

/** When the desk opens, in the brand's own time. */
const DESK_OPENS = '08:00'

/**
 * The desk hears in the morning of those who joined the day before: one mail a day, and none after
 * a day without.
 */
export async function queueNewSubscribersMail(
  tx: Tx,
  brandId: number,
  now: Date,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
): Promise<void> {
  const brand = await findBrand(tx, brandId)
  const day = toLocalDate(now, brand.timeZone)
  const eventKey = `news_desk:${String(brandId)}:${day}`
  const sendAt = instantOf(addDays(day, 1), DESK_OPENS, brand.timeZone)
  await queueMail(tx, { kind: 'news_desk', eventKey, to: brand.email, sendAt }, now, deps)
}

/**
 * How many joined on the day of a mail, list by list, also those who have left since, and how many
 * read each now. Counts, for addresses end elsewhere.
 */
export async function readNewSubscribers(
  db: DbOrTx,
  { eventKey }: Pick<typeof mails.$inferSelect, 'eventKey'>,
): Promise<NewSubscribers> {
  const [, id = '', day = ''] = eventKey.split(':')
  const brandId = Number(id)
  const { timeZone } = await findBrand(db, brandId)
  const [from, to] = [day, addDays(day, 1)].map((date) => instantOf(date, '00:00', timeZone)) as [Date, Date]
  const { brandId: brand, confirmedAt, list, state } = newsletterSubscribers
  const joined = sql<number>`count(*) filter (where ${and(gte(confirmedAt, from), lt(confirmedAt, to))})::int`
  const readers = sql<number>`count(*) filter (where ${eq(state, 'confirmed')})::int`
  const lists = await db
    .select({ list, joined, readers })
    .from(newsletterSubscribers)
    .where(eq(brand, brandId))
    .groupBy(list)
    .orderBy(asc(list))
  return { day, lists: lists.filter((one) => one.joined + one.readers > 0) }
}

async function findBrand(db: DbOrTx, id: number) {
  const [brand] = await db
    .select({ email: brands.email, timeZone: brands.timeZone })
    .from(brands)
    .where(eq(brands.id, id))
  if (!brand) throw new Error(`There is no brand ${String(id)}`)
  return brand
}
