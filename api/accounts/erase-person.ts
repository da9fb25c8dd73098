import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { agents } from '../db/schema/agents.ts'
import { comments } from '../db/schema/comments.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { giftShareItems, giftShares } from '../db/schema/gifts.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orderChanges, orderEvents, orderItemUpgrades, orderLinks, orders } from '../db/schema/orders.ts'
import { mailBounces } from '../db/schema/mail-bounces.ts'
import { ERASED_DETAILS, passengerLinks, staffTasks, passengers } from '../db/schema/passengers.ts'
import { accountTokens, knownDevices, secondFactors, sessions, users } from '../db/schema/people.ts'
import { drafts, mails } from '../db/schema/platform.ts'
import { receiptCompanies } from '../db/schema/receipts.ts'
import { pilotAbsences, pilotHours } from '../db/schema/pilots.ts'
import { savedFilters } from '../db/schema/saved-filters.ts'
import { reminders } from '../db/schema/checkout-transfers.ts'
import { giftCards, orderItemGiftCards, vouchers } from '../db/schema/tenders.ts'
import { accountTextConsents, textConsents, texts } from '../db/schema/texts.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { eraseFormEntries } from './erase-form-entries.ts'
import { lockShare } from '../gifts/find-gift-share.ts'
import { endShare } from '../gifts/mail-gift-share.ts'
import { eraseCards } from '../payments/cards/erase-provider-customer.ts'
import { forgetGuestDetails } from '../store/orders/forget-guest-details.ts'
import { lockTenders } from '../store/orders/lock-tenders.ts'
import { erasedEmail } from '../store/erased-email.ts'

export interface PersonToErase {
  userId: number
  email: string
  /** The caller has locked these orders. */
  orderIds: number[]
}
const NOBODY = 'Erased'

const isNoteOn = (userId: number) =>
  and(eq(comments.commentableType, 'customer'), eq(comments.commentableId, userId))

/** Erases or anonymises all personal data of somebody; sales and payments stay as they are. */
export async function erasePerson(tx: Tx, person: PersonToErase, now: Date): Promise<void> {
  // The addresses of accounts that were merged into this one belong to the same person.
  const merged = await tx
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(eq(users.mergedIntoId, person.userId))
  for (const one of merged) await eraseOrder(tx, { ...one, orderIds: [] }, now)
  await eraseOrder(tx, person, now)
}

async function eraseOrder(tx: Tx, person: PersonToErase, now: Date): Promise<void> {
  await eraseAccountRow(tx, person, now)
  if (person.orderIds.length > 0) await eraseRequests(tx, person)
  await eraseTenderValue(tx, person, now)
  if (person.orderIds.length > 0) await eraseOrders(tx, person)
  await eraseMessages(tx, person)
  await eraseFormEntries(tx, person)
}

async function eraseAccountRow(tx: Tx, { userId }: PersonToErase, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({
      phone: null,
      device: null,
      revokedAt: sql`coalesce(${sessions.revokedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(sessions.userId, userId))
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId))
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(comments).where(isNoteOn(userId))
  await tx.delete(savedFilters).where(eq(savedFilters.userId, userId))
  await tx.delete(pilotAbsences).where(eq(pilotAbsences.userId, userId))
  await tx.delete(pilotHours).where(eq(pilotHours.userId, userId))
  await tx.update(agents).set({ userId: null }).where(eq(agents.userId, userId))
  await tx.delete(accountTextConsents).where(eq(accountTextConsents.userId, userId))
  await eraseCards(tx, userId, now)
  await tx
    .update(users)
    .set({
      email: erasedEmail(userId),
      firstName: null,
      lastName: null,
      phone: null,
      passwordHash: null,
      emailProvenAt: null,
      tagList: [],
      erasedAt: now,
    })
    .where(eq(users.id, userId))
}

/**
 * Erases requests to the provider that were stored for retries. None of them is in progress any
 * more.
 */
async function eraseRequests(tx: Tx, { orderIds }: PersonToErase): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ params: sql`${paymentAttempts.params} - 'customer_email'` })
    .where(inArray(paymentAttempts.orderId, orderIds))
}

/** Gifts that were sent to the person can be taken back by their giver and used by nobody else. */
async function eraseTenderValue(tx: Tx, { userId, email }: PersonToErase, now: Date): Promise<void> {
  const lastEmailedTo = erasedEmail(userId)
  await eraseGivenTenders(tx, { userId, email }, now)
  for (const table of [giftCards, vouchers]) {
    await tx
      .update(table)
      .set({ lastEmailedTo })
      .where(eq(sql`lower(${table.lastEmailedTo})`, email))
  }
  for (const table of [giftShares, orderItemGiftCards]) {
    await tx
      .update(table)
      .set({ recipientEmail: lastEmailedTo })
      .where(eq(sql`lower(${table.recipientEmail})`, email))
  }
  await tx
    .update(subscriptions)
    .set({ email: lastEmailedTo, lastError: null })
    .where(eq(subscriptions.userId, userId))
}

/**
 * Gifts the person gave stay with their recipients, without the message; gifts that were not sent
 * yet are not sent.
 */
async function eraseGivenTenders(
  tx: Tx,
  { userId, email }: Pick<PersonToErase, 'userId' | 'email'>,
  now: Date,
): Promise<void> {
  const given = eq(giftShares.giverId, userId)
  const waiting = await tx
    .select({ id: giftShares.id })
    .from(giftShares)
    .where(
      and(given, eq(giftShares.way, 'mail'), isNull(giftShares.mailedAt), isNull(giftShares.takenBackAt)),
    )
    .orderBy(asc(giftShares.id))
  const ids = waiting.map(({ id }) => id)
  await lockValue(tx, ids, email)
  for (const id of ids) {
    const locked = await lockShare(tx, id)
    // A gift that was mailed just now belongs to its recipient.
    if (locked?.share.mailedAt === null && locked.share.takenBackAt === null)
      await endShare(tx, locked.share, now)
  }
  await tx.update(giftShares).set({ messageSealed: null }).where(given)
}

/**
 * Locks the gift cards and vouchers in unsent gifts and those sent to the person, together and in
 * the common order.
 */
async function lockValue(tx: Tx, shareIds: number[], email: string): Promise<void> {
  const held =
    shareIds.length === 0
      ? []
      : await tx.select().from(giftShareItems).where(inArray(giftShareItems.shareId, shareIds))
  const cards = await tx
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(eq(sql`lower(${giftCards.lastEmailedTo})`, email))
  const papers = await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(eq(sql`lower(${vouchers.lastEmailedTo})`, email))
  await lockTenders(tx, [
    ...held.map(({ giftCardId, voucherId }) => ({ giftCardId, voucherId, userId: null })),
    ...cards.map(({ id }) => ({ giftCardId: id, voucherId: null, userId: null })),
    ...papers.map(({ id }) => ({ giftCardId: null, voucherId: id, userId: null })),
  ])
}

async function eraseOrders(tx: Tx, { userId, orderIds }: PersonToErase): Promise<void> {
  const inOrders = inArray(passengers.orderId, orderIds)
  const own = tx.select({ id: passengers.id }).from(passengers).where(inOrders)
  await tx.delete(passengerLinks).where(inArray(passengerLinks.passengerId, own))
  await tx
    .update(passengers)
    .set({ fullName: NOBODY, ...ERASED_DETAILS })
    .where(inOrders)
  await tx
    .update(orderItemUpgrades)
    .set({ answer: null })
    .where(and(inArray(orderItemUpgrades.orderId, orderIds), isNotNull(orderItemUpgrades.answer)))
  await tx
    .update(orderEvents)
    .set({ details: null })
    .where(and(inArray(orderEvents.orderId, orderIds), sql`${orderEvents.details} ?| array['from', 'to']`))
  await tx
    .update(orderItemGiftCards)
    .set({ messageSealed: null })
    .where(inArray(orderItemGiftCards.orderId, orderIds))
  await forgetGuestDetails(tx, inArray(orderChanges.orderId, orderIds))
  await eraseManifestNames(tx, orderIds)
  await tx.delete(orderLinks).where(inArray(orderLinks.orderId, orderIds))
  await eraseTexts(tx, orderIds)
  await tx
    .delete(comments)
    .where(and(eq(comments.commentableType, 'order'), inArray(comments.commentableId, orderIds)))
  await tx.delete(receiptCompanies).where(inArray(receiptCompanies.orderId, orderIds))
  const typed = tx.select({ id: orders.draftId }).from(orders).where(inArray(orders.id, orderIds))
  await tx.delete(drafts).where(inArray(drafts.id, typed))
  await tx
    .update(orders)
    .set({ email: erasedEmail(userId), phone: null, networkKey: null })
    .where(inArray(orders.id, orderIds))
}

/**
 * Takes the names and notes of the passengers, and the comments on their orders, out of the kept
 * versions of manifests. The weights stay
 * until the versions are deleted, because the total that the pilot signed is made of them; they are
 * nobody's any more.
 */
async function eraseManifestNames(tx: Tx, orderIds: number[]): Promise<void> {
  const ids = sql`(${sql.join(orderIds, sql`, `)})`
  await tx.execute(sql`
    update manifest_versions v set content = jsonb_set(v.content, '{passengers}', (
      select jsonb_agg(case when (line ->> 'order_id')::int in ${ids}
        then line || jsonb_build_object('full_name', ${NOBODY}::text, 'notes', '[]'::jsonb) else line end
        order by at)
      from jsonb_array_elements(v.content -> 'passengers') with ordinality as lines (line, at)))
    where exists (select 1 from jsonb_array_elements(v.content -> 'passengers') line
      where (line ->> 'order_id')::int in ${ids})`)
  await tx.execute(sql`
    update manifest_versions v set content = jsonb_set(v.content, '{parties}', (
      select coalesce(jsonb_agg(party), '[]') from jsonb_array_elements(v.content -> 'parties') party
      where (party ->> 'order_id')::int not in ${ids}))
    where exists (select 1 from jsonb_array_elements(v.content -> 'parties') party
      where (party ->> 'order_id')::int in ${ids})`)
}

/**
 * Deletes consents to texts and the texts that wait, and erases the numbers of those that were sent. A
 * STOP stays, as a hash: the number's owner still wants no texts.
 */
async function eraseTexts(tx: Tx, orderIds: number[]): Promise<void> {
  await tx.delete(textConsents).where(inArray(textConsents.orderId, orderIds))
  const own = inArray(texts.orderId, orderIds)
  await tx.delete(texts).where(and(own, inArray(texts.state, ['queued', 'sending'])))
  await tx.update(texts).set({ to: '', sealed: null }).where(own)
}

/**
 * Erases the person's address and links from mails, those to a guest with the address too, and
 * deletes queued mails that are about no order.
 */
async function eraseMessages(tx: Tx, { userId, email, orderIds }: PersonToErase): Promise<void> {
  const own = or(
    eq(mails.to, email),
    eq(mails.userId, userId),
    orderIds.length > 0 ? inArray(mails.orderId, orderIds) : undefined,
  )
  await tx.delete(mails).where(and(own, eq(mails.state, 'queued'), isNull(mails.orderId)))
  const ownMailIds = tx.select({ id: mails.id }).from(mails).where(own)
  await tx
    .delete(mailBounces)
    .where(or(eq(mailBounces.email, email), inArray(mailBounces.mailId, ownMailIds)))
  // There is no address left to which a bounced mail could be sent again.
  await tx.delete(staffTasks).where(inArray(staffTasks.mailId, ownMailIds))
  await tx
    .update(mails)
    .set({ to: erasedEmail(userId), sealed: null, lastError: null })
    .where(and(own, ne(mails.state, 'queued')))
  await tx.delete(reminders).where(eq(reminders.email, email))
  await tx
    .update(waitlistEntries)
    .set({ email: '', phone: null, userId: null, networkKey: null })
    .where(
      and(
        or(eq(waitlistEntries.userId, userId), eq(waitlistEntries.email, email)),
        isNotNull(waitlistEntries.endedAt),
      ),
    )
}
