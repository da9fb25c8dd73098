import { and, eq, gt, like } from 'drizzle-orm'
import { type OrderMail } from '#contract/order-file.ts'
import { orders } from '../../db/schema/orders.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { writeAudit } from '../write-audit.ts'
import { mayCorrect } from './is-mail-correctable.ts'
import { type MailKind, queueMail } from './queue-mail.ts'

type MailRow = typeof mails.$inferSelect

/** Mails that are composed from stored data only and can therefore be repeated. */
const REPEATABLE: readonly MailKind[] = ['order_confirmation', 'order_changed', 'flight_moved', 'refunded']
/** The most copies of one mail in an hour. */
const COPIES = 3

const repeatableKind = (kind: string): MailKind | undefined => REPEATABLE.find((one) => one === kind)

/** Whether a mail of this kind and state may be repeated. */
export const mayRepeat = (kind: string, state: MailRow['state']): boolean =>
  repeatableKind(kind) !== undefined && (state === 'sent' || state === 'failed')

/** The event key of the original mail, from that of a copy. */
export const getOriginalEventKey = (eventKey: string): string => eventKey.replace(/:copy:\d+$/, '')

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
    const first = getOriginalEventKey(mail.eventKey)
    const recent = and(like(mails.eventKey, `${first}:copy:%`), gt(mails.createdAt, addMinutes(now, -60)))
    if ((await tx.$count(mails, and(eq(mails.orderId, mail.orderId), recent))) >= COPIES) {
      return { ok: false, reason: 'too_many_copies' } as const
    }
    const eventKey = `${first}:copy:${String(now.getTime())}`
    await queueMail(
      tx,
      {
        kind,
        eventKey,
        orderId: mail.orderId,
        to: mail.to,
        ...(mail.userId === null ? {} : { userId: mail.userId }),
      },
      now,
      deps,
    )
    const [copy] = await tx.select().from(mails).where(eq(mails.eventKey, eventKey))
    if (!copy) throw new Error('A mail was queued and is not there')
    const line = { resource: 'mails', id: copy.id, after: { copy_of: mail.id, kind: mail.kind } }
    await writeAudit(tx, { userId: by.userId, at: now, requestId: by.requestId }, line)
    return { ok: true, mail: presentMail(copy) } as const
  })
}
