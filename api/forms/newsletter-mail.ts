import { eq } from 'drizzle-orm'
import { type NewsletterList } from '#contract/newsletter.ts'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { type ApiDeps } from '../deps.ts'
import { type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'

/** What each list brings, in the mails to its subscribers. */
export const NEWS: Record<NewsletterList, string> = {
  news: 'news of our flights',
  miami: 'news of our flights over Miami',
}

/** @throws when the subscriber was erased */
export async function readSubscriberForMail({ database: { db } }: ApiDeps, mail: MailRow) {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.id, subjectIdOf(mail)))
  if (!row) throw new Error(`Mail ${String(mail.id)} speaks of no subscriber`)
  return row
}
