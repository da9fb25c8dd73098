import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { contests, formEntries } from '../db/schema/forms.ts'
import { users } from '../db/schema/people.ts'
import { prizes } from '../db/schema/promotions.ts'
import { type ApiDeps } from '../deps.ts'
import { type MailCorrection, queueMail, subjectIdOf } from '../store/mails/queue-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { endLinks } from '../accounts/change-order-email.ts'
import { findOrCreateUser } from '../accounts/register-guest.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { prizeLink } from './draw-contest.ts'

type User = typeof users.$inferSelect
type Deps = Pick<ApiDeps, 'settings' | 'jobs'>

/**
 * Mails a prize that did not arrive anew, with another link. Where the address was wrong, the prize
 * is whose the right one is; one in an account that somebody has opened stays there.
 */
export async function mailPrizeAgain(
  tx: Tx,
  deps: Deps,
  { mail, email, by }: MailCorrection,
): Promise<{ ok: true } | { ok: false; reason: 'mail_not_correctable' | 'prize_in_account' }> {
  const entryId = subjectIdOf(mail)
  const [won] = await tx
    .select({ entry: formEntries, prize: prizes, brandId: contests.brandId, holder: users })
    .from(formEntries)
    .innerJoin(contests, eq(contests.id, formEntries.contestId))
    .innerJoin(prizes, eq(prizes.id, formEntries.prizeId))
    .innerJoin(users, eq(users.id, prizes.userId))
    .where(eq(formEntries.id, entryId))
    .for('update', { of: [formEntries, prizes] })
  if (!won || won.entry.email === null) return { ok: false, reason: 'mail_not_correctable' }
  const { holder, prize, entry } = won
  const isSame = email === mail.to.toLowerCase()
  if (!isSame && (holder.passwordHash !== null || holder.emailProvenAt !== null)) {
    return { ok: false, reason: 'prize_in_account' }
  }
  const owner = isSame ? holder : await hand(tx, { prizeId: prize.id, from: holder.id, email }, by)
  if (!isSame) await correctEntry(tx, entry, email)
  const { origin } = await readMailBrand(tx, deps.settings, won.brandId)
  const secret = await linkOf(tx, { owner, email, origin }, by.at)
  const eventKey = `contest_won:${String(entryId)}:${String(by.at.getTime())}`
  const about = { brandId: won.brandId, subjectId: entryId, userId: owner.id }
  await queueMail(tx, { kind: 'contest_won', eventKey, ...about, to: email, secret }, by.at, deps)
  return { ok: true }
}

/** The prize is whose the right address is. */
async function hand(
  tx: Tx,
  { prizeId, from, email }: { prizeId: number; from: number; email: string },
  by: AuditBy,
): Promise<User> {
  const found = await findOrCreateUser(tx, { email, tagList: ['contest'] }, by.at)
  const [kept] =
    found.mergedIntoId === null
      ? [found]
      : await tx.select().from(users).where(eq(users.id, found.mergedIntoId))
  if (!kept) throw new Error('An account was merged into none')
  await tx.update(prizes).set({ userId: kept.id }).where(eq(prizes.id, prizeId))
  await writeAudit(tx, by, {
    resource: 'prizes',
    id: prizeId,
    before: { user_id: from },
    after: { user_id: kept.id },
  })
  return kept
}

/** One entry for each address: who entered under the right one too keeps that one. */
async function correctEntry(tx: Tx, entry: typeof formEntries.$inferSelect, email: string): Promise<void> {
  const { id, contestId } = entry
  const own = and(eq(formEntries.contestId, contestId ?? 0), eq(formEntries.email, email))
  if ((await tx.$count(formEntries, own)) > 0) return
  await tx.update(formEntries).set({ email }).where(eq(formEntries.id, id))
}

/**
 * The links of before are dead. Somebody whose account has another address goes there by logging
 * in.
 */
async function linkOf(
  tx: Tx,
  { owner, email, origin }: { owner: User; email: string; origin: string },
  now: Date,
): Promise<string> {
  if (owner.email.toLowerCase() !== email) return `${origin}/account`
  await endLinks(tx, owner.id, now)
  return prizeLink(tx, origin, owner, now)
}
