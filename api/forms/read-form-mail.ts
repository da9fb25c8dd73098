import { eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { contests, formEntries, newsletterSubscribers } from '../db/schema/forms.ts'
import { type mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { prizes } from '../db/schema/promotions.ts'
import { unseal } from '../gateways/seal.ts'
import { MAIL_SECRET_USE } from '../store/mails/queue-mail.ts'
import { makeNewsletterToken } from './newsletter-token.ts'

type MailRow = Pick<typeof mails.$inferSelect, 'id' | 'kind' | 'eventKey' | 'sealed'>
type Deps = Pick<ApiDeps, 'database' | 'settings'>

export const isFormMail = ({ kind }: Pick<MailRow, 'kind'>): boolean =>
  /^(form|contest|newsletter|news)_/.test(kind)

/** The brand whose form it was. */
export async function findFormMailBrand(deps: Deps, mail: MailRow): Promise<number> {
  if (mail.kind === 'news_desk') return Number(mail.eventKey.split(':')[1])
  const row = mail.kind.startsWith('newsletter_') ? await subscriberOf(deps, mail) : await entryOf(deps, mail)
  return row.brandId
}

/** @throws when it is gone */
export async function readEntryForMail(deps: Deps, mail: MailRow) {
  const entry = await entryOf(deps, mail)
  const contest = entry.contestId === null ? undefined : await contestOf(deps.database.db, entry.contestId)
  return { ...entry, contest }
}

const contestOf = async (db: DbOrTx, id: number) =>
  (await db.select().from(contests).where(eq(contests.id, id)))[0]?.name

/** What was drawn for an entry. @throws when it is gone */
export async function readPrizeForMail(
  deps: Deps,
  mail: MailRow,
): Promise<{ contest: string; prize: string }> {
  const { contest, prizeId } = await readEntryForMail(deps, mail)
  const [prize] = await deps.database.db
    .select()
    .from(prizes)
    .where(eq(prizes.id, prizeId ?? 0))
  if (contest === undefined || !prize) throw new Error(`Mail ${String(mail.id)} speaks of no prize`)
  return { contest, prize: prize.name }
}

/** The subscriber of a mail, and the tokens its links carry. @throws when they are gone */
export async function readSubscriberForMail(deps: Deps, mail: MailRow) {
  const { id, list, askedAt } = await subscriberOf(deps, mail)
  return {
    list,
    confirmToken: makeNewsletterToken(deps, id, { use: 'confirm', askedAt }),
    stopToken: makeNewsletterToken(deps, id, { use: 'stop' }),
  }
}

async function entryOf({ database, settings }: Deps, mail: MailRow) {
  const id =
    mail.kind === 'form_received' && mail.sealed
      ? unseal(settings.secrets.code, MAIL_SECRET_USE, mail.sealed)
      : mail.eventKey.split(':')[1]
  const [row] = await database.db
    .select()
    .from(formEntries)
    .where(eq(formEntries.id, Number(id)))
  if (!row) throw new Error(`Mail ${String(mail.id)} speaks of no entry`)
  return row
}

async function subscriberOf({ database }: Deps, mail: MailRow) {
  const id = Number(mail.eventKey.split(':')[1])
  const [row] = await database.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
  if (!row) throw new Error(`Mail ${String(mail.id)} speaks of no subscriber`)
  return row
}
