import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { TRAP_SENTENCE } from '#contract/form-entry.ts'
import { type NewsletterSignUp } from '#contract/newsletter.ts'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import { type ApiDeps } from '../deps.ts'
import { type StampProblem } from './rules/form-timestamp.ts'
import { markAddressReachable } from '../store/mails/mail-bounces.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { queueNewSubscribersMail } from './new-subscribers-mail.ts'
import { readFormStamp } from './form-stamp.ts'
import { isNewsletterToken, readSubscriberId } from './newsletter-token.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>

/** How long the link in the mail confirms. */
const CONFIRM_LIFETIME = 7 * 86_400_000

export type NewsletterSignUpResult =
  | { ok: true }
  | { ok: false; reason: StampProblem | 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/**
 * Asks a mailbox whether it wants news; until it says so nothing else goes there. The answer is the
 * same for an address that is on the list, was on it, or never was: one that is gets no mail. One
 * form asks once.
 */
export async function signUpForNewsletter(
  deps: Deps,
  input: NewsletterSignUp,
): Promise<NewsletterSignUpResult> {
  const stamp = readFormStamp(deps, 'newsletter', input.stamp)
  if (!stamp.ok) return stamp
  if (input.website) {
    return { ok: false, reason: 'invalid', fields: { website: [TRAP_SENTENCE] } }
  }
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const [brand] = await tx.select({ id: brands.id }).from(brands).where(eq(brands.id, input.brand_id))
    if (!brand) return { ok: false, reason: 'not_found' }
    const subscriber = await findOrMake(tx, input, now)
    if (subscriber.state === 'confirmed') return { ok: true }
    const eventKey = `newsletter_confirm:${String(subscriber.id)}:${stamp.nonce}`
    const about = { brandId: subscriber.brandId, subjectId: subscriber.id }
    const mail = { kind: 'newsletter_confirm' as const, eventKey, ...about, to: subscriber.email }
    // The link of a mail that has left is signed with the time written then.
    if (!(await queueMail(tx, mail, now, deps))) return { ok: true }
    await tx
      .update(newsletterSubscribers)
      .set({ askedAt: now })
      .where(eq(newsletterSubscribers.id, subscriber.id))
    return { ok: true }
  })
}

/** A subscription that ended stays ended until its mailbox confirms again. The row is locked. */
async function findOrMake(tx: Tx, { brand_id: brandId, list, email }: NewsletterSignUp, now: Date) {
  const values = {
    brandId,
    list,
    email: email.toLowerCase(),
    state: 'pending' as const,
    askedAt: now,
    createdAt: now,
  }
  const [row] = await tx
    .insert(newsletterSubscribers)
    .values(values)
    .onConflictDoUpdate({
      target: [newsletterSubscribers.brandId, newsletterSubscribers.list, newsletterSubscribers.email],
      set: { email: values.email },
    })
    .returning()
  if (!row) throw new Error('The subscriber was neither found nor made')
  return row
}

/**
 * The mailbox says yes. Said twice it is said once; a link that is not the last one mailed, or is
 * old, says nothing.
 */
export async function confirmNewsletter(
  deps: Deps,
  token: string,
): Promise<{ ok: true } | { ok: false; reason: 'newsletter_link_old' }> {
  const id = readSubscriberId(token)
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const old = { ok: false, reason: 'newsletter_link_old' } as const
    if (id === undefined) return old
    const [row] = await tx
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, id))
      .for('update')
    if (!row || !isNewsletterToken(deps, token, { use: 'confirm', askedAt: row.askedAt })) return old
    if (row.state === 'confirmed') return { ok: true }
    // Said no after this link was mailed: the no is the later word.
    if (row.endedAt && row.endedAt >= row.askedAt) return old
    if (now.getTime() - row.askedAt.getTime() > CONFIRM_LIFETIME) return old
    await tx
      .update(newsletterSubscribers)
      .set({ state: 'confirmed', confirmedAt: now, endedAt: null, endedBy: null })
      .where(eq(newsletterSubscribers.id, id))
    // Whoever pressed the button read a mail there.
    await markAddressReachable(tx, row.email, now)
    const eventKey = `newsletter_welcome:${String(id)}:${String(now.getTime())}`
    const { brandId, email: to } = row
    await queueMail(tx, { kind: 'newsletter_welcome', eventKey, brandId, subjectId: id, to }, now, deps)
    await queueNewSubscribersMail(tx, row.brandId, now, deps)
    return { ok: true }
  })
}
