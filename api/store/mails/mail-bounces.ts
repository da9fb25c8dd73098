import { and, count, desc, eq, gte, inArray, isNull, lte, ne } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { newsletterSubscribers } from '../../db/schema/forms.ts'
import { giftShares } from '../../db/schema/gifts.ts'
import { mailBounces } from '../../db/schema/mail-bounces.ts'
import { orders } from '../../db/schema/orders.ts'
import { staffTasks } from '../../db/schema/passengers.ts'
import { mails } from '../../db/schema/platform.ts'
import { type BounceReason } from '../../rules/mails/bounce-reason.ts'
import { type MailKind } from './queue-mail.ts'

type MailRow = typeof mails.$inferSelect
export type BounceRow = typeof mailBounces.$inferSelect

/** What somebody has a right to: a mail of these that does not arrive is a task for the desk. */
export const REQUIRED_ORDER_MAILS: readonly string[] = [
  'order_confirmation',
  'order_changed',
  'flight_moved',
  'payment_link',
  'reschedule_link',
  'move_link',
  'called_off',
  'claim_link',
  'claim_reminder',
  'claim_voucher',
] satisfies MailKind[]
const OWED: readonly string[] = [...REQUIRED_ORDER_MAILS, 'gift', 'contest_won'] satisfies string[]

/** What nobody needs, and an address that refused a mail gets no more. */
export const OPTIONAL_MAIL_KINDS: readonly string[] = [
  'newsletter_welcome',
  'resume_reminder',
  'how_was_it',
] satisfies MailKind[]

export interface NewBounce {
  /** The mail as far as we know it. */
  mail: MailRow | undefined
  /** The mail's address, or without a mail the one that was reported. */
  email: string
  type: BounceRow['type']
  source: BounceRow['source']
  reason: BounceReason
  /** In the mail server's words. */
  serverText: string
  at: Date
}

const MOST_WORDS = 500

/**
 * Writes down that a mail did not arrive, and does what follows: the mail is `bounced`, its link
 * forgotten; what somebody has a right to becomes a task; an address refused for good gets no more
 * news. Of a soft bounce nothing follows. The same bounce again is the same.
 */
export async function recordBounce(
  tx: Tx,
  { mail, email: typed, serverText, ...bounce }: NewBounce,
  now: Date,
): Promise<{ bounce: BounceRow; isNew: boolean }> {
  const email = typed.toLowerCase()
  const mailId = mail?.id ?? null
  // Somebody said since that the address is good: an old report changes that no more.
  const settledAt = (await isSettledSince(tx, email, bounce.at)) ? now : null
  const [written] = await tx
    .insert(mailBounces)
    .values({ ...bounce, mailId, email, says: serverText.slice(0, MOST_WORDS), createdAt: now, settledAt })
    .onConflictDoNothing()
    .returning()
  if (!written) return { bounce: await findSame(tx, { mailId, email, ...bounce }), isNew: false }
  if (bounce.type === 'soft') return { bounce: written, isNew: true }
  if (mail) await bounceMail(tx, mail, written, now)
  if (bounce.type === 'hard' && settledAt === null) await endNews(tx, email, now)
  return { bounce: written, isNew: true }
}

async function isSettledSince(tx: Tx, email: string, at: Date): Promise<boolean> {
  return (await tx.$count(mailBounces, and(eq(mailBounces.email, email), gte(mailBounces.settledAt, at)))) > 0
}

async function findSame(
  tx: Tx,
  { mailId, email, type, at }: Pick<BounceRow, 'mailId' | 'email' | 'type' | 'at'>,
): Promise<BounceRow> {
  const ofMail = mailId === null ? isNull(mailBounces.mailId) : eq(mailBounces.mailId, mailId)
  const [same] = await tx
    .select()
    .from(mailBounces)
    .where(and(ofMail, eq(mailBounces.email, email), eq(mailBounces.type, type), eq(mailBounces.at, at)))
  if (!same) throw new Error('A bounce was neither written nor there')
  return same
}

async function bounceMail(tx: Tx, mail: MailRow, { says }: BounceRow, now: Date): Promise<void> {
  const [bounced] = await tx
    .update(mails)
    .set({ state: 'bounced', lastError: says, sealed: null })
    .where(and(eq(mails.id, mail.id), ne(mails.state, 'bounced')))
    .returning()
  if (bounced?.againAt !== null || !OWED.includes(bounced.kind)) return
  const whose = await findWhose(tx, bounced)
  if (!whose) return
  await tx
    .insert(staffTasks)
    .values({ kind: 'mail_bounced', mailId: bounced.id, ...whose, createdAt: now })
    .onConflictDoNothing()
}

/**
 * Whose mail it is; undefined where it need not arrive any more: the address was put right, the
 * gift taken back.
 */
async function findWhose(tx: Tx, mail: MailRow): Promise<{ orderId?: number; userId?: number } | undefined> {
  const to = mail.to.toLowerCase()
  if (mail.kind === 'gift') {
    const id = Number(mail.eventKey.split(':')[1])
    const [share] = await tx.select().from(giftShares).where(eq(giftShares.id, id))
    if (share?.recipientEmail?.toLowerCase() !== to || share.takenBackAt || share.openedAt) return undefined
    return {
      ...(share.orderId === null ? {} : { orderId: share.orderId }),
      ...(share.giverId === null ? {} : { userId: share.giverId }),
    }
  }
  const userId = mail.userId === null ? {} : { userId: mail.userId }
  if (mail.orderId === null) return userId
  const [order] = await tx.select({ email: orders.email }).from(orders).where(eq(orders.id, mail.orderId))
  return order?.email.toLowerCase() === to ? { orderId: mail.orderId, ...userId } : undefined
}

/**
 * Nobody asked for this address to be left alone, so its owner may ask for news again, by the same
 * form.
 */
async function endNews(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .update(newsletterSubscribers)
    .set({ state: 'ended', endedAt: now, endedBy: 'bounce' })
    .where(and(eq(newsletterSubscribers.email, email), ne(newsletterSubscribers.state, 'ended')))
}

const isBad = (emails: readonly string[]) =>
  and(inArray(mailBounces.email, [...emails]), eq(mailBounces.type, 'hard'), isNull(mailBounces.settledAt))

/** Whether the address refused a mail for good, and nobody has shown since that it takes any. */
export async function isBadAddress(db: DbOrTx, email: string): Promise<boolean> {
  const [found] = await db
    .select({ times: count() })
    .from(mailBounces)
    .where(isBad([email.toLowerCase()]))
  return (found?.times ?? 0) > 0
}

/** The address is good: its owner opened a mail there, or the desk says so. */
export async function markAddressReachable(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .update(mailBounces)
    .set({ settledAt: now })
    .where(isBad([email.toLowerCase()]))
}

/** The newest bounce of each mail. One query. */
export async function findBounces(db: DbOrTx, mailIds: readonly number[]): Promise<Map<number, BounceRow>> {
  if (mailIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([mailBounces.mailId])
    .from(mailBounces)
    .where(inArray(mailBounces.mailId, [...mailIds]))
    .orderBy(mailBounces.mailId, desc(mailBounces.at), desc(mailBounces.id))
  return new Map(rows.flatMap((row) => (row.mailId === null ? [] : [[row.mailId, row] as const])))
}

/**
 * Bounces that say nothing about today: soft ones, of single mails, and of addresses that are good
 * again.
 */
export async function eraseOldBounces(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(mailBounces).where(and(ne(mailBounces.type, 'hard'), lte(mailBounces.createdAt, before)))
  await db.delete(mailBounces).where(lte(mailBounces.settledAt, before))
}
