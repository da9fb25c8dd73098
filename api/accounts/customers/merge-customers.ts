import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { type CustomerMerge } from '#contract/customer.ts'
import { type Tx } from '../../db/client.ts'
import { cardSetups, creditCards, providerCustomers } from '../../db/schema/cards.ts'
import { comments } from '../../db/schema/comments.ts'
import { subscriptions } from '../../db/schema/memberships.ts'
import { orders } from '../../db/schema/orders.ts'
import { knownDevices, secondFactors, sessions, users } from '../../db/schema/people.ts'
import { savedFilters } from '../../db/schema/saved-filters.ts'
import { creditBalances, giftCards, vouchers } from '../../db/schema/tenders.ts'
import { accountTextConsents } from '../../db/schema/texts.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { endAccountLinks } from '../end-account-links.ts'
import { copyCareStops } from '../../store/care/care-stops.ts'
import { transferToAccount } from '../change-account-email.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { lockTenders } from '../../store/orders/lock-tenders.ts'
import { moveCredit } from '../../tenders/reserve-tenders.ts'
import { TRANSFERRED_REFERENCES } from '../../store/account-references.ts'
import { type MergeJudgement, judgeMerge, type MergePair } from './check-merge.ts'

export type Merged =
  | { ok: true; merge: CustomerMerge }
  | { ok: false; reason: 'not_found' }
  /** The first reason against the merge, as a sentence. */
  | { ok: false; reason: 'refused'; error: string }

/** What a merge would do, or why it is refused; nothing is written. */
export async function previewMerge(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  pair: MergePair,
): Promise<CustomerMerge | undefined> {
  return (await judgeMerge(db, pair, clock.now()))?.merge
}

/**
 * Merges two accounts of one person (decision 073): everything moves to the kept account in one
 * transaction, under the locks of buying and paying. The merged account keeps only its address,
 * which leads to the kept account.
 */
export async function mergeCustomers(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'jobs'>,
  pair: MergePair,
  by: AuditBy,
): Promise<Merged> {
  return retryDeadlocks(() =>
    deps.database.db.transaction(async (tx): Promise<Merged> => {
      await lockAccounts(tx, pair)
      return mergeLocked(tx, deps, pair, by)
    }),
  )
}

/** Merges two accounts whose rows the caller has locked with `lockAccounts`. */
export async function mergeLocked(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  pair: MergePair,
  by: AuditBy,
): Promise<Merged> {
  const judgement = await judgeMerge(tx, pair, by.at)
  if (!judgement) return { ok: false, reason: 'not_found' }
  const [refused] = judgement.merge.refusals
  if (refused !== undefined) return { ok: false, reason: 'refused', error: refused }
  // This runs before the mails are transferred, so that queued mails with ended links are not sent.
  await endAccountLinks(tx, pair.mergedId, by.at)
  await transferEverything(tx, judgement, by.at)
  await copyCareStops(tx, deps, { from: judgement.merged.email, to: judgement.kept.email })
  await endAccount(tx, judgement, by.at)
  // The owner of the merged account gets a mail that its log-in has ended.
  if (judgement.merged.passwordHash !== null) {
    const mail = {
      kind: 'email_changed',
      eventKey: `customer_merge:${String(pair.mergedId)}`,
      userId: pair.keptId,
    } as const
    const secret = new URL('/account', deps.settings.publicUrl).href
    await queueMail(tx, { ...mail, page: secret, to: judgement.merged.email, secret }, by.at, deps)
  }
  const { moves, ends } = judgement.merge
  const after = {
    merged_id: pair.mergedId,
    ...moves,
    ended_sessions: ends.sessions,
    ended_cards: ends.cards,
    ended_second_factor: ends.second_factor,
  }
  await writeAudit(tx, by, { resource: 'customer_merges', id: pair.keptId, after })
  return { ok: true, merge: judgement.merge }
}

/**
 * Locks sessions, orders, people and then means of payment (decision 008). While the rows of both
 * people are locked, nothing new can be written for them, because every foreign key to them waits.
 */
export async function lockAccounts(tx: Tx, { keptId, mergedId }: MergePair): Promise<void> {
  const ids = [keptId, mergedId]
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.userId, ids))
    .orderBy(asc(sessions.id))
    .for('update')
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.userId, ids))
    .orderBy(asc(orders.id))
    .for('update')
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('update')
  const cards = await tx
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(eq(giftCards.purchaserId, mergedId))
  const papers = await tx.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.userId, mergedId))
  await lockTenders(tx, [
    ...cards.map(({ id }) => ({ giftCardId: id, voucherId: null, userId: null })),
    ...papers.map(({ id }) => ({ giftCardId: null, voucherId: id, userId: null })),
    ...ids.map((userId) => ({ giftCardId: null, voucherId: null, userId })),
  ])
}

async function transferEverything(
  tx: Tx,
  { kept, merged, cardsMove }: MergeJudgement,
  now: Date,
): Promise<void> {
  for (const { table, column, key } of TRANSFERRED_REFERENCES) {
    await tx
      .update(table)
      .set({ [key]: kept.id })
      .where(eq(column, merged.id))
  }
  await tx
    .update(comments)
    .set({ commentableId: kept.id })
    .where(and(eq(comments.commentableType, 'customer'), eq(comments.commentableId, merged.id)))
  const [left] = await tx.delete(creditBalances).where(eq(creditBalances.userId, merged.id)).returning()
  if (left && left.balanceCents > 0) await moveCredit(tx, kept.id, left.balanceCents)
  if (cardsMove) {
    for (const table of [providerCustomers, creditCards, cardSetups]) {
      await tx.update(table).set({ userId: kept.id }).where(eq(table.userId, merged.id))
    }
  } else {
    await tx
      .update(creditCards)
      .set({ removedAt: now, isDefault: false })
      .where(and(eq(creditCards.userId, merged.id), isNull(creditCards.removedAt)))
  }
  for (const table of [orders, subscriptions]) {
    await tx
      .update(table)
      .set({ email: kept.email })
      .where(and(eq(table.userId, kept.id), eq(table.email, merged.email)))
  }
  const moved = { userId: kept.id, email: kept.email, accountEmail: merged.email }
  await transferToAccount(tx, moved, { mailbox: merged.emailProvenAt !== null, news: false })
}

/** Ends the login of the merged account. Guest sessions with its address go on. */
async function endAccount(tx: Tx, { kept, merged }: MergeJudgement, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      firstName: kept.firstName ?? (kept.lastName === null ? merged.firstName : null),
      lastName: kept.lastName ?? (kept.firstName === null ? merged.lastName : null),
      phone: kept.phone ?? merged.phone,
      tagList: [...new Set([...kept.tagList, ...merged.tagList])],
    })
    .where(eq(users.id, kept.id))
  await tx
    .update(users)
    .set({
      firstName: null,
      lastName: null,
      phone: null,
      passwordHash: null,
      emailProvenAt: null,
      tagList: [],
      mergedIntoId: kept.id,
      mergedAt: now,
    })
    .where(eq(users.id, merged.id))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, merged.id))
  await tx.delete(knownDevices).where(eq(knownDevices.userId, merged.id))
  await tx.delete(savedFilters).where(eq(savedFilters.userId, merged.id))
  await tx.delete(accountTextConsents).where(eq(accountTextConsents.userId, merged.id))
  await tx
    .update(sessions)
    .set({ revokedAt: now, device: null })
    .where(and(eq(sessions.userId, merged.id), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt)))
}
