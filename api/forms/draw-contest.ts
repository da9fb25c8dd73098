import { randomInt } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { upgrades } from '../db/schema/catalogue.ts'
import { contests, formEntries } from '../db/schema/forms.ts'
import { prizes } from '../db/schema/promotions.ts'
import { type ApiDeps } from '../deps.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { issueAccountToken } from '../accounts/issue-account-token.ts'
import { findOrCreateUser } from '../accounts/register-guest.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>
type Drawn = { entryId: number; prizeId: number; name: string; email: string }

/** Whoever won has time to see the mail. */
const CLAIM_LIFETIME = 30 * 86_400_000

/**
 * Draws one of the entries of a contest that is over, every one with the same chance, and gives its
 * sender the prize: an upgrade, free, once (domain decision 12). It belongs to the mailbox that
 * entered: an account is made for it where there is none, and opened by the link in the mail alone.
 * Never more are drawn than the contest has prizes.
 *
 * @param pick a number from 0 to below its argument
 * @param by who drew: it is written down
 */
export async function drawContest(
  deps: Deps,
  contestId: number,
  pick: (below: number) => number = randomInt,
  by?: Omit<AuditBy, 'at'>,
): Promise<
  { ok: true; drawn: Drawn } | { ok: false; reason: 'not_found' | 'contest_open' | 'contest_drawn' }
> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const [contest] = await tx.select().from(contests).where(eq(contests.id, contestId)).for('update')
    if (!contest) return { ok: false, reason: 'not_found' }
    if (now < contest.closesAt) return { ok: false, reason: 'contest_open' }
    const entry = await pickEntry(tx, contest, pick)
    if (entry?.email == null) return { ok: false, reason: 'contest_drawn' }
    const [upgrade] = await tx
      .select({ name: upgrades.name })
      .from(upgrades)
      .where(eq(upgrades.id, contest.upgradeId))
    const user = await findOrCreateUser(tx, { email: entry.email, tagList: ['contest'] }, now)
    const [prize] = await tx
      .insert(prizes)
      .values({
        upgradeId: contest.upgradeId,
        userId: user.id,
        name: upgrade?.name ?? contest.name,
        createdAt: now,
      })
      .returning({ id: prizes.id })
    if (!prize) throw new Error('The prize was not written')
    await tx.update(formEntries).set({ prizeId: prize.id }).where(eq(formEntries.id, entry.id))
    const after = {
      contest_id: contest.id,
      form_entry_id: entry.id,
      upgrade_id: contest.upgradeId,
      user_id: user.id,
    }
    if (by) await writeAudit(tx, { ...by, at: now }, { resource: 'prizes', id: prize.id, after })
    const { origin } = await readMailBrand(tx, deps.settings, contest.brandId)
    const secret = await prizeLink(tx, origin, user, now)
    const eventKey = `contest_won:${String(entry.id)}`
    const about = { brandId: contest.brandId, subjectId: entry.id, userId: user.id }
    await queueMail(tx, { kind: 'contest_won', eventKey, ...about, to: user.email, secret }, now, deps)
    return { ok: true, drawn: { entryId: entry.id, prizeId: prize.id, name: entry.name, email: entry.email } }
  })
}

async function pickEntry(
  tx: Tx,
  { id, winners }: Pick<typeof contests.$inferSelect, 'id' | 'winners'>,
  pick: (below: number) => number,
) {
  const entered = eq(formEntries.contestId, id)
  const drawn = await tx.$count(formEntries, and(entered, isNotNull(formEntries.prizeId)))
  if (drawn >= winners) return undefined
  const left = await tx
    .select({ id: formEntries.id })
    .from(formEntries)
    .where(and(entered, isNull(formEntries.prizeId)))
    .orderBy(asc(formEntries.id))
  const chosen = left.length === 0 ? undefined : left[pick(left.length)]
  if (!chosen) return undefined
  const [entry] = await tx.select().from(formEntries).where(eq(formEntries.id, chosen.id))
  return entry
}

/** Whoever has no password yet sets one with it, and so shows whose mailbox it is. */
export async function prizeLink(
  tx: Tx,
  origin: string,
  user: { id: number; email: string; passwordHash: string | null },
  now: Date,
): Promise<string> {
  if (user.passwordHash !== null) return `${origin}/account`
  const link = new URL('/account/password-confirm', origin)
  const asked = {
    userId: user.id,
    purpose: 'set_password' as const,
    lifetimeMs: CLAIM_LIFETIME,
    now,
    shopOrigin: link.origin,
  }
  const { token } = await issueAccountToken(tx, asked)
  link.searchParams.set('token', token)
  link.searchParams.set('email', user.email)
  return link.href
}
