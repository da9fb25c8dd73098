import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { type NewsletterList } from '#contract/newsletter.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { type ApiDeps } from '../deps.ts'
import { addDays, instantOf, toLocalDate } from '../rules/time/local-time.ts'
import { declareMail, type MailRow, queueMail } from '../store/mails/queue-mail.ts'
import { heading, html, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

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
  await queueMail(tx, { kind: 'news_desk', eventKey, brandId, to: brand.email, sendAt }, now, deps)
}

/** Who joined on a day. */
interface NewSubscribers {
  /** YYYY-MM-DD, in the brand's time. */
  day: string
  /** The brand's lists that have readers: how many joined on the day, and how many there are. */
  lists: readonly { list: NewsletterList; joined: number; readers: number }[]
}

const LIST_NAMES: Record<NewsletterList, string> = { news: 'News', miami: 'News of Miami' }

/**
 * To the brand's desk: how many asked for news the day before, and how many read it. No address
 * stands in it. Who had joined may be erased since: a mail that counts nobody is not sent.
 */
export const newSubscribersMail = declareMail({
  kind: 'news_desk',
  about: brands,
  recipient: 'staff',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: async ({ database: { db } }, mail) => {
    const found = await countNewSubscribers(db, mail)
    return found.lists.some(({ joined }) => joined > 0) ? found : undefined
  },
  compose: writeMail,
})

/**
 * How many joined on the day of a mail, list by list, also those who have left since, and how many
 * read each now. Counts, for addresses end elsewhere.
 */
async function countNewSubscribers(
  db: DbOrTx,
  { brandId, createdAt }: Pick<MailRow, 'brandId' | 'createdAt'>,
): Promise<NewSubscribers> {
  const { timeZone } = await findBrand(db, brandId)
  const day = toLocalDate(createdAt, timeZone)
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

function writeMail({ day, lists }: NewSubscribers, brand: MailBrand): ComposedMail {
  const sum = lists.reduce((all, { joined }) => all + joined, 0)
  const title = sum === 1 ? '1 new reader' : `${String(sum)} new readers`
  const why =
    `So many said yes to our news on ${day}, each from their own mailbox. There is nothing to ` + 'answer.'
  const facts = lists.map(
    ({ list, joined, readers }) =>
      [LIST_NAMES[list], `${String(joined)} new, ${String(readers)} in all`] as const,
  )
  const subject = `${title} of our news on ${day}`
  const content = html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}`
  return {
    subject,
    text: [title, why, facts.map(([name, value]) => `${name}: ${value}`).join('\n')].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
