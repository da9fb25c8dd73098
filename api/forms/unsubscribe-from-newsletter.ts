import { and, eq, inArray, ne } from 'drizzle-orm'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'
import { isNewsletterToken, readSubscriberId } from './newsletter-token.ts'

/** The mails that go to subscribers. */
const SUBSCRIBER_MAILS: MailKind[] = ['newsletter_confirm', 'newsletter_welcome']

/**
 * No more news of this brand to this address, by the link of any mail it ever sent. What waits to
 * be sent is not sent. A token nobody has changes nothing, and the answer is the same.
 */
export async function stopNewsletter(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  token: string,
): Promise<void> {
  const id = readSubscriberId(token)
  if (id === undefined || !isNewsletterToken(deps, token, { use: 'stop' })) return
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    const [row] = await tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
    if (!row) return
    const ended = await tx
      .update(newsletterSubscribers)
      .set({ state: 'ended', endedAt: now, endedBy: 'reader' })
      .where(
        and(
          eq(newsletterSubscribers.brandId, row.brandId),
          eq(newsletterSubscribers.email, row.email),
          ne(newsletterSubscribers.state, 'ended'),
        ),
      )
      .returning({ id: newsletterSubscribers.id })
    for (const one of ended) {
      const own = and(inArray(mails.kind, SUBSCRIBER_MAILS), eq(mails.subjectId, one.id))
      await tx.delete(mails).where(and(eq(mails.state, 'queued'), own))
    }
  })
}
