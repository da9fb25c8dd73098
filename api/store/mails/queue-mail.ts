import { randomUUID } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { type Tx } from '../../db/client.ts'
import { brandHosts, brands } from '../../db/schema/brands.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { seal } from '../../gateways/seal.ts'
import { type MailKind } from './mail-kinds.ts'
import { getMailDeclaration } from './mail-registry.ts'
import { MAIL_SECRET_USE } from './mail-secret.ts'

interface MailToQueue {
  kind: MailKind
  /** Names the event; each event has one mail: `order_confirmation:1042`. Nobody reads it. */
  eventKey: string
  /**
   * The row the mail is about, in the table that its kind's declaration names; orders, accounts and
   * brands are named by their own ids alone.
   */
  subjectId?: number
  userId?: number
  to: string
  audience?: 'giver' | 'recipient'
  /** The first of the mails that say the same. */
  copyOf?: number
  /** The secret link in the mail, sealed here because no table stores it. */
  secret?: string
  /** When it leaves, if not now. */
  sendAt?: Date
}

/** Names the brand a mail comes from: that of its order, a brand, or that of a page's host. */
type MailSource =
  | { orderId: number; brandId?: never; page?: never }
  | { brandId: number; orderId?: never; page?: never }
  | { page: string; orderId?: never; brandId?: never }

export type NewMail = MailToQueue & MailSource

const OWN_COLUMNS: readonly PgTable[] = [orders, users, brands]

/**
 * Writes a mail to the outbox in the caller's transaction: it leaves after the commit, or never
 * when that fails. A repeated event changes nothing. Returns whether the mail was written.
 */
export async function queueMail(
  tx: Tx,
  mail: NewMail,
  now: Date,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
): Promise<boolean> {
  const { settings, jobs } = deps
  const { about } = getMailDeclaration(mail.kind)
  if (!OWN_COLUMNS.includes(about) && mail.subjectId === undefined)
    throw new Error(`A mail of kind ${mail.kind} must name what it is about`)
  const written = await tx
    .insert(mails)
    .values({
      eventKey: mail.eventKey,
      kind: mail.kind,
      brandId: brandOf(mail, settings.brandId),
      orderId: mail.orderId ?? null,
      userId: mail.userId ?? null,
      subjectId: mail.subjectId ?? null,
      audience: mail.audience ?? null,
      copyOf: mail.copyOf ?? null,
      to: mail.to,
      sealed: mail.secret === undefined ? null : seal(settings.secrets.code, MAIL_SECRET_USE, mail.secret),
      state: 'queued',
      messageId: `<${randomUUID()}@${new URL(settings.publicUrl).hostname}>`,
      createdAt: now,
      nextTryAt: mail.sendAt ?? now,
    })
    .onConflictDoNothing({ target: mails.eventKey })
    .returning({ id: mails.id })
  if (written.length === 0) return false
  await jobs?.enqueue(tx, 'mails')
  return true
}

/** For a page on the host of no brand it is the brand of `BRAND_ID`. */
function brandOf({ brandId, orderId, page }: NewMail, ownBrandId: number): number | SQL {
  if (brandId !== undefined) return brandId
  if (orderId !== undefined)
    return sql`(select ${orders.brandId} from ${orders} where ${orders.id} = ${orderId})`
  const { brandId: found, host } = brandHosts
  return sql`coalesce(
    (select ${found} from ${brandHosts} where ${host} = ${new URL(page).hostname}), ${ownBrandId})`
}

/** Releases a waiting mail, which leaves after the commit; a mail already sent stays as it is. */
export async function releaseMail(
  tx: Tx,
  eventKey: string,
  now: Date,
  { jobs }: Pick<ApiDeps, 'jobs'>,
): Promise<void> {
  const waiting = and(eq(mails.eventKey, eventKey), eq(mails.state, 'queued'))
  await tx.update(mails).set({ nextTryAt: now }).where(waiting)
  await jobs?.enqueue(tx, 'mails')
}
