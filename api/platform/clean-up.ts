import { and, eq, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { cardSetups } from '../db/schema/cards.ts'
import { formEntries, newsletterSubscribers } from '../db/schema/forms.ts'
import { orders } from '../db/schema/orders.ts'
import { accountTokens, sessions } from '../db/schema/people.ts'
import { callCounts, drafts, idempotencyKeys, webhookInbox } from '../db/schema/platform.ts'
import { reportRuns } from '../db/schema/reports.ts'
import { reminders } from '../db/schema/checkout-transfers.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { eraseOldBounces } from '../store/mails/mail-bounces.ts'
import { carryLedgerForward } from '../bookkeeping/reports/carry-ledger-forward.ts'
import { eraseWeights } from './erase-weights.ts'
import { eraseOldWebhookEvents } from '../webhooks/deliver-webhooks.ts'

const DAY = 24 * 3_600_000
const KEYS_KEPT = DAY
const SESSIONS_KEPT = 30 * DAY
const EVENTS_KEPT = 30 * DAY
const TOKENS_KEPT = 7 * DAY
const REMINDERS_KEPT = 30 * DAY
const CARD_SETUPS_KEPT = 30 * DAY
const REPORTS_KEPT = 30 * DAY
const WAITED_KEPT = 30 * DAY
const BOUNCES_KEPT = 90 * DAY
const UNCONFIRMED_KEPT = 30 * DAY
const APPLICATIONS_KEPT = 365 * DAY
const FORMS_KEPT = 2 * 365 * DAY
/** Until then a claim may be made about a flight (decision 042). */
const WAIVERS_KEPT = 3 * 365 * DAY

/**
 * Forgets what is over: idempotency keys after 24 hours, drafts at their end, reminders after
 * thirty days, spent or lapsed account links after a week, worked-off events and cards on their way
 * to being saved after thirty days, sessions a month after their end unless an order was made in
 * them, counted calls when their window is over, and who waited on a waitlist after thirty days;
 * that somebody did stays. News nobody said yes to after thirty days, applications after a year,
 * other forms after two, but for what won a prize. Mails that came back after ninety days, unless
 * their address is still bad. What other systems were told after thirty days, and what passengers
 * weigh thirty days after they flew. Of erased accounts, what had to stay a while longer. Carries
 * the ledger's balances over to the next day, too.
 */
export async function cleanUp(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, before(KEYS_KEPT)))
  await db.delete(callCounts).where(lte(callCounts.expire, now.getTime()))
  await db.delete(drafts).where(lte(drafts.expiresAt, now))
  await db.delete(reminders).where(lte(reminders.dueAt, before(REMINDERS_KEPT)))
  await db.delete(reportRuns).where(lte(reportRuns.createdAt, before(REPORTS_KEPT)))
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
  await db
    .delete(newsletterSubscribers)
    .where(
      and(
        eq(newsletterSubscribers.state, 'pending'),
        lte(newsletterSubscribers.askedAt, before(UNCONFIRMED_KEPT)),
      ),
    )
  await eraseOldWebhookEvents(deps, now)
  await eraseOldBounces(db, before(BOUNCES_KEPT))
  const old = or(
    lte(formEntries.createdAt, before(FORMS_KEPT)),
    and(eq(formEntries.form, 'careers'), lte(formEntries.createdAt, before(APPLICATIONS_KEPT))),
  )
  await db.delete(formEntries).where(and(isNull(formEntries.prizeId), old))
  await eraseWeights(db, now)
  await eraseLateTraces(db, before(WAIVERS_KEPT))
  await carryLedgerForward(deps)
}

/**
 * What of erased accounts had to stay a while: mails that were still waiting have left, and nobody
 * makes claims about flights of long ago any more.
 */
async function eraseLateTraces(db: Db, waiversBefore: Date): Promise<void> {
  await db.execute(sql`
    update mails m set "to" = u.email, sealed = null from orders o join users u on u.id = o.user_id
    where o.id = m.order_id and u.erased_at is not null and m.state <> 'queued' and m."to" <> u.email`)
  await db.execute(sql`
    update waiver_signatures w set signature = '' from passengers p join orders o on o.id = p.order_id
      join users u on u.id = o.user_id
    where p.id = w.passenger_id and u.erased_at is not null and w.signature <> ''
      and w.signed_at <= ${waiversBefore.toISOString()}::timestamptz`)
}
