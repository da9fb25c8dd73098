import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { accountTokens } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'
import { type TokenPurpose } from './issue-account-token.ts'

/** The mails that carry a link for each purpose. */
const CARRIED_BY: Record<TokenPurpose, MailKind[]> = {
  set_password: ['set_password', 'reset_password', 'staff_invited'],
  prove_email: ['prove_email'],
  change_email: ['change_email'],
}
const ALL = ['set_password', 'prove_email', 'change_email'] as const

/**
 * Ends the links that were mailed to an account, and deletes queued mails with them. Call it after
 * the account's row was written, because making a link waits for that row.
 */
export async function endAccountLinks(
  tx: Tx,
  userId: number,
  now: Date,
  purposes: readonly TokenPurpose[] = ALL,
): Promise<void> {
  await tx
    .update(accountTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(accountTokens.userId, userId),
        inArray(accountTokens.purpose, [...purposes]),
        isNull(accountTokens.usedAt),
      ),
    )
  const kinds = purposes.flatMap((purpose) => CARRIED_BY[purpose])
  await tx
    .delete(mails)
    .where(and(eq(mails.userId, userId), inArray(mails.kind, kinds), eq(mails.state, 'queued')))
}
