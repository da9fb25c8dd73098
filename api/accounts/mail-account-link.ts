import { and, count, eq, gt } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { accountTokens } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { issueAccountToken, type TokenPurpose } from './issue-account-token.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'
import { queueMail } from '../store/mails/queue-mail.ts'

const HOUR = 3_600_000
/** The most links an address is mailed in an hour, so that nobody can flood it. */
const MOST_MAILS_AN_HOUR = 5

/** How long a requested link works. */
export const LINK_LIFETIME = HOUR

export interface AccountLink {
  user: { id: number; email: string }
  purpose: TokenPurpose
  kind: MailKind
  /** The shop's page that the link leads to; token and e-mail are added to its query. */
  page: string
  lifetimeMs: number
  /** The account's future address, to which the link is mailed. */
  newEmail?: string
}

/**
 * Mails a single-use link to the address of an account; its token stands in no table.
 * @returns the link, which nobody else may see
 */
export async function mailAccountLink(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { user, purpose, kind, page, lifetimeMs, newEmail }: AccountLink,
  now: Date,
): Promise<string> {
  const to = newEmail ?? user.email
  const shopOrigin = new URL(page).origin
  const { token, id } = await issueAccountToken(tx, {
    userId: user.id,
    purpose,
    lifetimeMs,
    now,
    shopOrigin,
    newEmail,
  })
  const link = addLinkToken(page, { token, email: to })
  const eventKey = `${kind}:${String(id)}`
  await queueMail(tx, { kind, eventKey, page, userId: user.id, to, secret: link.href }, now, deps)
  return link.href
}

/** The link to a page with the token of an account in it. */
export function addLinkToken(page: string, { token, email }: { token: string; email: string }): URL {
  const link = new URL(page)
  link.searchParams.set('token', token)
  link.searchParams.set('email', email)
  return link
}

/** Whether an account was mailed the most links of one purpose within the hour. */
export async function sentEnoughLinks(
  tx: Tx,
  userId: number,
  purpose: TokenPurpose,
  now: Date,
): Promise<boolean> {
  const [sent] = await tx
    .select({ links: count() })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, userId),
        eq(accountTokens.purpose, purpose),
        gt(accountTokens.createdAt, new Date(now.getTime() - HOUR)),
      ),
    )
  return (sent?.links ?? 0) >= MOST_MAILS_AN_HOUR
}
