import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type MailBounceFields } from '#contract/mail-bounce.ts'
import { type Tx } from '../db/client.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { readBounceReason, typeOfReport } from '../rules/mails/bounce-reason.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { type BounceRow, recordBounce } from '../store/mails/mail-bounces.ts'

/** How far a report's time may lie ahead, because clocks differ a little. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000
/** Providers retry for up to five days before they report a bounce. */
const REPORTED_WITHIN_MS = 5 * 86_400_000

export type BounceReported =
  | { ok: true; bounce: BounceRow; isNew: boolean }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/**
 * Records the mail provider's report that a mail did not arrive. The same report again changes
 * nothing. A report that names neither a mail of the shop nor an address it wrote to is not stored,
 * because it would only store somebody's e-mail.
 */
export async function reportBounce(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  fields: MailBounceFields,
  by: AuditBy,
): Promise<BounceReported> {
  const at = new Date(fields.at)
  if (at.getTime() > by.at.getTime() + CLOCK_DIFFERENCE_MS) {
    return { ok: false, reason: 'invalid', fields: { at: ['Must not be in the future'] } }
  }
  return db.transaction(async (tx) => {
    const found = await findMail(tx, fields, at)
    if (!found) return { ok: false, reason: 'not_found' } as const
    const reason = readBounceReason(fields.reason, true)
    const type = typeOfReport(fields.type, reason)
    const facts = { ...found, type, source: 'report' as const, reason, serverText: fields.reason, at }
    const { bounce, isNew } = await recordBounce(tx, facts, by.at)
    const { id, mailId } = bounce
    // The audit log is kept when a person is erased, so it must not contain the address.
    if (isNew)
      await writeAudit(tx, by, {
        resource: 'mail_bounces',
        id,
        after: { mail_id: mailId, type, at: at.toISOString() },
      })
    return { ok: true, bounce, isNew } as const
  })
}

type Found = { mail: typeof mails.$inferSelect | undefined; email: string }

async function findMail(
  tx: Tx,
  { message_id: messageId, email }: MailBounceFields,
  at: Date,
): Promise<Found | undefined> {
  if (messageId !== undefined) {
    const bare = messageId.replace(/^<|>$/g, '')
    const [mail] = await tx
      .select()
      .from(mails)
      .where(inArray(mails.messageId, [`<${bare}>`, bare]))
    // The report of a forwarding mailbox names another address than the one we wrote to.
    if (mail) return { mail, email: mail.to }
  }
  if (email === undefined) return undefined
  const to = email.toLowerCase()
  const [mail] = await tx
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.to, to),
        inArray(mails.state, ['sent', 'bounced']),
        lte(mails.sentAt, at),
        gte(mails.sentAt, new Date(at.getTime() - REPORTED_WITHIN_MS)),
      ),
    )
    .orderBy(desc(mails.sentAt), desc(mails.id))
    .limit(1)
  if (mail) return { mail, email: to }
  return (await tx.$count(mails, eq(mails.to, to))) > 0 ? { mail: undefined, email: to } : undefined
}
