import { and, eq, isNotNull, lte, ne, notExists } from 'drizzle-orm'
import { cardSetups } from '../../db/schema/cards.ts'
import { orders } from '../../db/schema/orders.ts'
import { accountTokens, sessions } from '../../db/schema/people.ts'
import { callCounts, drafts, idempotencyKeys, webhookInbox } from '../../db/schema/platform.ts'
import { reminders } from '../../db/schema/resumptions.ts'
import { waitlistEntries } from '../../db/schema/waitlist.ts'
import { type ApiDeps } from '../../deps.ts'

const DAY = 24 * 3_600_000
const KEYS_KEPT = DAY
const SESSIONS_KEPT = 30 * DAY
const EVENTS_KEPT = 30 * DAY
const TOKENS_KEPT = 7 * DAY
const REMINDERS_KEPT = 30 * DAY
const CARD_SETUPS_KEPT = 30 * DAY
const WAITED_KEPT = 30 * DAY

/**
 * Forgets what is over: idempotency keys after 24 hours, drafts at their end, reminders after thirty days, spent or lapsed account links after a
 * week, worked-off events and cards on their way to being saved after thirty days, sessions a month after their end
 * unless an order was made in them, counted calls when their window is over, and who waited on a waitlist after thirty
 * days; that somebody did stays.
 */
export async function cleanUp(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, before(KEYS_KEPT)))
  await db.delete(callCounts).where(lte(callCounts.expire, now.getTime()))
  await db.delete(drafts).where(lte(drafts.expiresAt, now))
  await db.delete(reminders).where(lte(reminders.dueAt, before(REMINDERS_KEPT)))
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, before(TOKENS_KEPT)))
  const made = db.select({ id: orders.id }).from(orders).where(eq(orders.sessionId, sessions.id))
  await db.delete(sessions).where(and(lte(sessions.expiresAt, before(SESSIONS_KEPT)), notExists(made)))
  await db.delete(cardSetups).where(lte(cardSetups.createdAt, before(CARD_SETUPS_KEPT)))
  await db
    .update(waitlistEntries)
    .set({ email: '', phone: null, userId: null, networkKey: null })
    .where(and(ne(waitlistEntries.email, ''), lte(waitlistEntries.endedAt, before(WAITED_KEPT))))
  await db
    .delete(webhookInbox)
    .where(and(isNotNull(webhookInbox.handledAt), lte(webhookInbox.receivedAt, before(EVENTS_KEPT))))
}
