import { and, count, desc, eq, gte, inArray, isNull, lte, ne } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { newsletterSubscribers } from '../../db/schema/forms.ts'
import { mailBounces } from '../../db/schema/mail-bounces.ts'
import { orders } from '../../db/schema/orders.ts'
import { staffTasks } from '../../db/schema/passengers.ts'
import { mails } from '../../db/schema/platform.ts'
import { type BounceReason } from '../../rules/mails/bounce-reason.ts'
import { type BouncedFor, findMailDeclaration, type MailRow } from './queue-mail.ts'

export type BounceRow = typeof mailBounces.$inferSelect

export interface NewBounce {
  /** The mail, where we know it. */
  mail: MailRow | undefined
  /** The mail's address, or the reported one without a mail. */
  email: string
  type: BounceRow['type']
  source: BounceRow['source']
  reason: BounceReason
  /** The answer of the mail server. */
  serverText: string
  at: Date
}

const MOST_WORDS = 500

/**
 * Records a bounce and its consequences: the mail becomes `bounced` and its link is erased; a
 * required mail becomes a task; a hard bounce ends the newsletter of the address. A soft bounce has
 * no consequences. Repeating it changes nothing.
 */
export async function recordBounce(
  tx: Tx,
  { mail, email: typed, serverText, ...bounce }: NewBounce,
  now: Date,
): Promise<{ bounce: BounceRow; isNew: boolean }> {
  const email = typed.toLowerCase()
  const mailId = mail?.id ?? null
  // Somebody has confirmed the address since, so an old report does not change that.
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
  if (bounced?.againAt !== null) return
  const { delivery, findBouncedFor = findOrderOrAccount } = findMailDeclaration(bounced.kind) ?? {}
  if (delivery !== 'required') return
  const bouncedFor = await findBouncedFor(tx, bounced)
  if (!bouncedFor) return
  await tx
    .insert(staffTasks)
    .values({ kind: 'mail_bounced', mailId: bounced.id, ...bouncedFor, createdAt: now })
    .onConflictDoNothing()
}

/** The mail's order and account; undefined when the order has another address by now. */
async function findOrderOrAccount(tx: Tx, mail: MailRow): Promise<BouncedFor | undefined> {
  const userId = mail.userId === null ? {} : { userId: mail.userId }
  if (mail.orderId === null) return userId
  const [order] = await tx.select({ email: orders.email }).from(orders).where(eq(orders.id, mail.orderId))
  return order?.email.toLowerCase() === mail.to.toLowerCase()
    ? { orderId: mail.orderId, ...userId }
    : undefined
}

/**
 * Ends the newsletter of an address without blocking it, so its owner may subscribe again with the
 * same form.
 */
async function endNews(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .update(newsletterSubscribers)
    .set({ state: 'ended', endedAt: now, endedBy: 'bounce' })
    .where(and(eq(newsletterSubscribers.email, email), ne(newsletterSubscribers.state, 'ended')))
}

const isBad = (emails: readonly string[]) =>
  and(inArray(mailBounces.email, [...emails]), eq(mailBounces.type, 'hard'), isNull(mailBounces.settledAt))

/** Whether the address has a hard bounce and nobody has confirmed it since. */
export async function isBadAddress(db: DbOrTx, email: string): Promise<boolean> {
  const [found] = await db
    .select({ times: count() })
    .from(mailBounces)
    .where(isBad([email.toLowerCase()]))
  return (found?.times ?? 0) > 0
}

/** Marks an address as reachable: its owner opened a mail there, or staff confirm it. */
export async function markAddressReachable(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .update(mailBounces)
    .set({ settledAt: now })
    .where(isBad([email.toLowerCase()]))
}

/** The newest bounce of each mail, in one query. */
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
 * Erases bounces without present meaning: soft ones, those of single mails, and those of addresses
 * that were confirmed.
 */
export async function eraseOldBounces(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(mailBounces).where(and(ne(mailBounces.type, 'hard'), lte(mailBounces.createdAt, before)))
  await db.delete(mailBounces).where(lte(mailBounces.settledAt, before))
}
