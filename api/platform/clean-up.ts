import { and, eq, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { cardSetups } from '../db/schema/cards.ts'
import { formEntries, newsletterSubscribers } from '../db/schema/forms.ts'
import { orders } from '../db/schema/orders.ts'
import { formerWaiverSignatures, waiverSignatures } from '../db/schema/passengers.ts'
import { accountTokens, sessions } from '../db/schema/people.ts'
import { callCounts, drafts, idempotencyKeys, webhookInbox } from '../db/schema/platform.ts'
import { reportRuns } from '../db/schema/reports.ts'
import { reminders } from '../db/schema/checkout-transfers.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { eraseOldBounces } from '../store/mails/mail-bounces.ts'
import { deleteUnusedPhotos } from '../catalogue/photos/delete-unused-photos.ts'
import { carryLedgerForward } from '../bookkeeping/reports/carry-ledger-forward.ts'
import { eraseManifestVersions } from './erase-manifest-versions.ts'
import { eraseWeights } from './erase-weights.ts'
import { renewStoredKeys } from './key-rotation/renew-stored-keys.ts'
import { eraseOldWebhookEvents } from '../webhooks/deliver-webhooks.ts'

const DAY = 24 * 3_600_000
const KEYS_RETENTION = DAY
const SESSIONS_RETENTION = 30 * DAY
const EVENTS_RETENTION = 30 * DAY
const TOKENS_RETENTION = 7 * DAY
const REMINDERS_RETENTION = 30 * DAY
const CARD_SETUPS_RETENTION = 30 * DAY
const REPORTS_RETENTION = 30 * DAY
const WAITLIST_RETENTION = 30 * DAY
const BOUNCES_RETENTION = 90 * DAY
const UNCONFIRMED_RETENTION = 30 * DAY
const APPLICATIONS_RETENTION = 365 * DAY
const FORMS_RETENTION = 2 * 365 * DAY
/** Claims about a flight can be made for three years (decision 042). */
const WAIVERS_RETENTION = 3 * 365 * DAY

/**
 * Deletes expired data: idempotency keys after 24 hours, drafts at their end, reminders after
 * thirty days, used or expired account links after a week, processed provider events and card
 * setups after thirty days, sessions a month after their end unless they have an order, call counts
 * after their window, and personal data of waitlist entries after thirty days. Unconfirmed
 * newsletter sign-ups after thirty days, applications after a year, other forms after two years
 * unless they won a prize, bounced mails after ninety days unless their address is still bad,
 * webhook deliveries after thirty days, passengers' weights thirty days after their flight, and the
 * versions of its manifest after `MANIFEST_DAYS`, and photos a week after the last product showed
 * them. It also erases what erased accounts had to retain
 * for a time, carries the ledger's balances forward to the next day, and seals anew what a former
 * key of `CODE_SECRET` has sealed.
 */
export async function cleanUp(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, before(KEYS_RETENTION)))
  await db.delete(callCounts).where(lte(callCounts.expire, now.getTime()))
  await db.delete(drafts).where(lte(drafts.expiresAt, now))
  await db.delete(reminders).where(lte(reminders.dueAt, before(REMINDERS_RETENTION)))
  await db.delete(reportRuns).where(lte(reportRuns.createdAt, before(REPORTS_RETENTION)))
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, before(TOKENS_RETENTION)))
  const made = db.select({ id: orders.id }).from(orders).where(eq(orders.sessionId, sessions.id))
  await db.delete(sessions).where(and(lte(sessions.expiresAt, before(SESSIONS_RETENTION)), notExists(made)))
  await db.delete(cardSetups).where(lte(cardSetups.createdAt, before(CARD_SETUPS_RETENTION)))
  await db
    .update(waitlistEntries)
    .set({ email: '', phone: null, userId: null, networkKey: null })
    .where(and(ne(waitlistEntries.email, ''), lte(waitlistEntries.endedAt, before(WAITLIST_RETENTION))))
  await db
    .delete(webhookInbox)
    .where(and(isNotNull(webhookInbox.handledAt), lte(webhookInbox.receivedAt, before(EVENTS_RETENTION))))
  await db
    .delete(newsletterSubscribers)
    .where(
      and(
        eq(newsletterSubscribers.state, 'pending'),
        lte(newsletterSubscribers.askedAt, before(UNCONFIRMED_RETENTION)),
      ),
    )
  await eraseOldWebhookEvents(deps, now)
  await eraseOldBounces(db, before(BOUNCES_RETENTION))
  const old = or(
    lte(formEntries.createdAt, before(FORMS_RETENTION)),
    and(eq(formEntries.form, 'careers'), lte(formEntries.createdAt, before(APPLICATIONS_RETENTION))),
  )
  await db.delete(formEntries).where(and(isNull(formEntries.prizeId), old))
  await eraseWeights(db, now)
  await eraseManifestVersions(db, before(deps.settings.manifestDays * DAY))
  await eraseRetainedData(db, before(WAIVERS_RETENTION))
  await deleteUnusedPhotos(db, now)
  await carryLedgerForward(deps)
  await renewStoredKeys(deps)
}

/**
 * Erases what erased accounts had to retain for a time: mails that were still queued, and
 * signatures of waivers that no claim needs any more.
 */
async function eraseRetainedData(db: Db, waiversBefore: Date): Promise<void> {
  await db.execute(sql`
    update mails m set "to" = u.email, sealed = null from orders o join users u on u.id = o.user_id
    where o.id = m.order_id and u.erased_at is not null and m.state <> 'queued' and m."to" <> u.email`)
  for (const table of [waiverSignatures, formerWaiverSignatures])
    await db.execute(sql`
    update ${table} w set signature = '', drawing = null
      from passengers p join orders o on o.id = p.order_id
      join users u on u.id = o.user_id
    where p.id = w.passenger_id and u.erased_at is not null and w.signature <> ''
      and w.signed_at <= ${waiversBefore.toISOString()}::timestamptz`)
}
