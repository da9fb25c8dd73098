import { eq } from 'drizzle-orm'
import { type CareOccasion } from '#contract/care.ts'
import { type Tx } from '../../db/client.ts'
import { careMessages } from '../../db/schema/care.ts'
import { type ApiDeps } from '../../deps.ts'
import { type MailKind } from '../mails/mail-kinds.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { queueText } from '../texts/queue-text.ts'
import { type TextKind } from '../texts/text-kinds.ts'
import { isCareWanted } from './care-stops.ts'

export type CareMessage = typeof careMessages.$inferSelect

/**
 * What a message is about. Its event key names the event: each has one message, ever. `dueFor` stands
 * where it is not that of the message: a second departure of the same party.
 */
type CareSubject = { eventKey: string; dueFor?: Date } & (
  { orderId: number } | { creditCardId: number } | { giftCardId: number } | { voucherId: number }
)

/** A message that is due. */
export interface DueCare {
  brandId: number
  /** Where the mail goes; a walk-in without a mailbox gets a text alone. */
  email: string
  /** The sold time of the departure, or the end of the card or voucher. */
  dueFor: Date
  /** One, or several: gift cards and vouchers that end together, departures of a party on one day. */
  subjects: [CareSubject, ...CareSubject[]]
}

/** The mail of each occasion; who is late is on the way, and reads no mail. */
const CARE_MAILS = {
  before_flight: 'before_flight',
  after_flight: 'how_was_it',
  gift_expiring: 'gift_expiring',
  card_expiring: 'card_expiring',
} as const satisfies Record<Exclude<CareOccasion, 'guests_late'>, MailKind>

/** The text of the occasions that have one. */
const CARE_TEXTS: Partial<Record<CareOccasion, TextKind>> = {
  before_flight: 'before_flight',
  guests_late: 'guests_late',
}

/**
 * Queues a message in the caller's transaction, unless its recipient has switched the occasion off.
 * Either way the event is settled: a job that ran meanwhile, or runs again, queues nothing.
 */
export async function queueCare(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { occasion, due, now }: { occasion: CareOccasion; due: DueCare; now: Date },
): Promise<void> {
  const { brandId, email, dueFor, subjects } = due
  const wanted = await isCareWanted(tx, deps, { brandId, occasion, email })
  const common = { brandId, occasion, dueFor, isStopped: !wanted, createdAt: now }
  const [message] = await tx
    .insert(careMessages)
    .values(subjects.map((subject) => ({ ...common, ...subject })))
    .onConflictDoNothing({ target: careMessages.eventKey })
    .returning()
  if (!message || !wanted) return
  const { id: subjectId, eventKey, orderId } = message
  const source = orderId === null ? { brandId } : { orderId }
  if (occasion !== 'guests_late') {
    const kind = CARE_MAILS[occasion]
    await queueMail(tx, { kind, eventKey, ...source, subjectId, to: email }, now, deps)
  }
  const kind = CARE_TEXTS[occasion]
  if (kind === undefined || orderId === null) return
  const order = { id: orderId, brandId }
  await queueText(tx, { kind, eventKey, order, subjectId }, now, deps)
}

/**
 * The message behind a queued mail or text; undefined once its occasion was switched off, by its
 * recipient or for the brand.
 *
 * @throws when there is no such message
 */
export async function readWantedCare(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  { id, email }: { id: number; email: string },
): Promise<CareMessage | undefined> {
  const [message] = await db.select().from(careMessages).where(eq(careMessages.id, id))
  if (!message) throw new Error(`There is no care message ${String(id)}`)
  const wanted = await isCareWanted(db, { settings }, { ...message, email })
  return wanted ? message : undefined
}
