import { and, asc, eq, inArray, isNotNull, isNull, ne, notInArray, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Tx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { mailBounces } from '../db/schema/mail-bounces.ts'
import { orders } from '../db/schema/orders.ts'
import { sessions, users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { reminders } from '../db/schema/checkout-transfers.ts'
import { giftCards, orderItemGiftCards, vouchers } from '../db/schema/tenders.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { transferFormEntries } from './erase-form-entries.ts'
import { copyCareStops } from '../store/care/care-stops.ts'
import { markAddressReachable } from '../store/mails/mail-bounces.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { endOrderLink } from '../store/orders/order-link.ts'
import { renewLinksMailedTo } from '../passengers/renew-passenger-links.ts'
import { endAccountLinks } from './end-account-links.ts'
import { type FoundToken } from './find-account-token.ts'

/**
 * Changes the account's e-mail to an address that its owner has just confirmed. Mails about its
 * bookings go there from now on, gifts that were sent to the old address stay in the account, and
 * the old address gets a mail. All other sessions and all links mailed before end.
 * @returns false if another account has the new address: only staff merge the bookings of two
 * people
 */
export async function changeAccountEmail(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  {
    id,
    userId,
    email,
    accountEmail,
    shopOrigin,
    keptSessionId,
  }: FoundToken & { keptSessionId: string | null },
  now: Date,
): Promise<boolean> {
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (taken) return false
  await endOtherSessions(tx, userId, keptSessionId, now)
  // Orders before people, as everywhere (decision 008).
  const own = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.email, accountEmail)))
    .orderBy(asc(orders.id))
    .for('update')
  if (own.length > 0) {
    const ids = own.map((order) => order.id)
    await tx.update(orders).set({ email }).where(inArray(orders.id, ids))
    // Links mailed to the old address stop working.
    for (const orderId of ids) {
      await renewLinksMailedTo(tx, deps, { orderId, email: accountEmail, now })
      await endOrderLink(tx, orderId)
    }
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(inArray(sessions.reachesOrderId, ids), isNull(sessions.revokedAt)))
  }
  await tx.update(users).set({ email, emailProvenAt: now }).where(eq(users.id, userId))
  await markAddressReachable(tx, email, now)
  // A password link mailed to the old address would still log in to the account.
  await endAccountLinks(tx, userId, now)
  await tx
    .delete(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, 'own_codes'), eq(mails.state, 'queued')))
  await tx.update(subscriptions).set({ email }).where(eq(subscriptions.userId, userId))
  await transferToAccount(tx, { userId, email, accountEmail })
  await copyCareStops(tx, deps, { from: accountEmail, to: email })
  const mail = { kind: 'email_changed', eventKey: `email_changed:${String(id)}`, userId } as const
  const secret = new URL('/account', shopOrigin ?? deps.settings.publicUrl).href
  await queueMail(tx, { ...mail, page: secret, to: accountEmail, secret }, now, deps)
  return true
}

/** Ends all sessions but that of the browser that proved the new address. */
async function endOtherSessions(tx: Tx, userId: number, keptId: string | null, now: Date): Promise<void> {
  const ofAccount = and(eq(sessions.userId, userId), eq(sessions.scope, 'customer'))
  const other = keptId === null ? undefined : ne(sessions.id, keptId)
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(ofAccount, other, isNull(sessions.revokedAt)))
}

/** Mails that inform the old address and therefore stay there. */
const MAILS_TO_OLD_ADDRESS: string[] = ['email_changed', 'password_changed']

/**
 * Moves everything else with the old address to the account and its new address, purchases as a
 * guest too. So it is found when the account is erased.
 */
export async function transferToAccount(
  tx: Tx,
  { userId, email, accountEmail }: Pick<FoundToken, 'userId' | 'email' | 'accountEmail'>,
  /**
   * False for what stays with the old address: gifts and mails when it was not proven, and
   * newsletters, to which it consented itself.
   */
  { mailbox = true, news = true }: { mailbox?: boolean; news?: boolean } = {},
): Promise<void> {
  for (const table of mailbox ? [giftCards, vouchers] : []) {
    await tx
      .update(table)
      .set({ lastEmailedTo: email })
      .where(eq(sql`lower(${table.lastEmailedTo})`, accountEmail))
  }
  for (const table of mailbox ? [giftShares, orderItemGiftCards] : []) {
    await tx
      .update(table)
      .set({ recipientEmail: email })
      .where(eq(sql`lower(${table.recipientEmail})`, accountEmail))
  }
  await tx.update(reminders).set({ email }).where(eq(reminders.email, accountEmail))
  const waits = and(
    eq(waitlistEntries.email, accountEmail),
    or(isNull(waitlistEntries.userId), eq(waitlistEntries.userId, userId)),
  )
  await tx.update(waitlistEntries).set({ userId }).where(waits)
  const existing = alias(waitlistEntries, 'there')
  const waitsThere = tx
    .select({ one: sql`1` })
    .from(existing)
    .where(
      and(eq(existing.slotId, waitlistEntries.slotId), eq(existing.email, email), isNull(existing.endedAt)),
    )
  // A person on a waitlist under both addresses keeps both places.
  await tx
    .update(waitlistEntries)
    .set({ email })
    .where(and(waits, or(isNotNull(waitlistEntries.endedAt), notExists(waitsThere))))
  await transferFormEntries(tx, { userId, email: accountEmail }, news ? email : null)
  // Bounces of the old address are not needed any more; those of the account's mails stay with
  // their mail.
  await tx.delete(mailBounces).where(and(eq(mailBounces.email, accountEmail), isNull(mailBounces.mailId)))
  const mailed = eq(mails.to, accountEmail)
  await tx
    .update(mails)
    .set({ userId })
    .where(and(mailed, isNull(mails.userId)))
  if (!mailbox) return
  const staying = news
    ? MAILS_TO_OLD_ADDRESS
    : [...MAILS_TO_OLD_ADDRESS, 'newsletter_confirm', 'newsletter_welcome']
  await tx
    .update(mails)
    .set({ to: email })
    .where(and(mailed, eq(mails.state, 'queued'), notInArray(mails.kind, staying)))
}
