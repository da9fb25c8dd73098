import { and, eq, gt } from 'drizzle-orm'
import { type OrderMail } from '#contract/order-file.ts'
import { orders } from '../../db/schema/orders.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { writeAudit } from '../write-audit.ts'
import { findMailDeclaration, type MailRow, type NewMail, queueMail } from './queue-mail.ts'
import { mayCorrect } from './is-mail-correctable.ts'
import { type MailKind } from './mail-kinds.ts'

/** The most copies of one mail in an hour. */
const COPIES = 3

function repeatableKind(kind: string): MailKind | undefined {
  const declaration = findMailDeclaration(kind)
  return declaration?.repeatable ? declaration.kind : undefined
}

/** Whether a mail of this kind and state may be repeated. */
export const mayRepeat = (kind: string, state: MailRow['state']): boolean =>
  repeatableKind(kind) !== undefined && (state === 'sent' || state === 'failed')

/** The first of the mails that say the same. */
export const getOriginalId = ({ id, copyOf }: Pick<MailRow, 'id' | 'copyOf'>): number => copyOf ?? id

/** A copy of a mail, composed anew when it leaves; of two at the same moment one is written. */
export function copyMail(
  mail: MailRow,
  { kind, orderId, to }: { kind: MailKind; orderId: number; to: string },
  now: Date,
): NewMail {
  const copyOf = getOriginalId(mail)
  const eventKey = `${kind}:copy:${String(copyOf)}:${String(now.getTime())}`
  const subject = mail.subjectId === null ? {} : { subjectId: mail.subjectId }
  return { kind, eventKey, orderId, to, copyOf, ...subject }
}

export const presentMail = (row: MailRow): OrderMail => ({
  id: row.id,
  kind: row.kind,
  to: row.to,
  state: row.state,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
  repeatable: mayRepeat(row.kind, row.state),
  correctable: mayCorrect(row),
})

/** Sends a mail again with the present data to its address, while that is still the order's. */
export async function repeatMail(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'settings' | 'jobs'>,
  mailId: number,
  by: { userId: number; requestId: string },
): Promise<
  | { ok: true; mail: OrderMail }
  | { ok: false; reason: 'not_found' | 'mail_not_repeatable' | 'too_many_copies' }
> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
    if (!mail) return { ok: false, reason: 'not_found' } as const
    const kind = repeatableKind(mail.kind)
    if (!kind || mail.orderId === null || !mayRepeat(kind, mail.state)) {
      return { ok: false, reason: 'mail_not_repeatable' } as const
    }
    const [order] = await tx.select({ email: orders.email }).from(orders).where(eq(orders.id, mail.orderId))
    if (mail.to !== order?.email) return { ok: false, reason: 'mail_not_repeatable' } as const
    const recent = and(eq(mails.copyOf, getOriginalId(mail)), gt(mails.createdAt, addMinutes(now, -60)))
    if ((await tx.$count(mails, recent)) >= COPIES) {
      return { ok: false, reason: 'too_many_copies' } as const
    }
    const next = copyMail(mail, { kind, orderId: mail.orderId, to: mail.to }, now)
    await queueMail(tx, { ...next, ...(mail.userId === null ? {} : { userId: mail.userId }) }, now, deps)
    const [copy] = await tx.select().from(mails).where(eq(mails.eventKey, next.eventKey))
    if (!copy) throw new Error('A mail was queued and is not there')
    const line = { resource: 'mails', id: copy.id, after: { copy_of: mail.id, kind: mail.kind } }
    await writeAudit(tx, { userId: by.userId, at: now, requestId: by.requestId }, line)
    return { ok: true, mail: presentMail(copy) } as const
  })
}
