import { and, eq, gt, isNull } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { accountTokens, users } from '../db/schema/people.ts'
import { hashAccountToken, type TokenPurpose } from './issue-account-token.ts'

export interface FoundToken {
  id: number
  userId: number
  /** The address the link was sent to. */
  email: string
  /** The account's present address, which differs when the link changes it. */
  accountEmail: string
  shopOrigin: string | null
  /** Whether the account has a password; a guest's account has none. */
  hasPassword: boolean
}

/**
 * Finds the unused, unexpired token of a mailed link with its account; looking does not use it up.
 */
export async function findAccountToken(
  db: DbOrTx,
  { token, email, purpose, now }: { token: string; email: string; purpose: TokenPurpose; now: Date },
): Promise<FoundToken | undefined> {
  const address = purpose === 'change_email' ? accountTokens.newEmail : users.email
  const [found] = await db
    .select({
      id: accountTokens.id,
      userId: users.id,
      accountEmail: users.email,
      shopOrigin: accountTokens.shopOrigin,
      passwordHash: users.passwordHash,
    })
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.userId))
    .where(
      and(
        eq(accountTokens.tokenHash, hashAccountToken(token)),
        eq(accountTokens.purpose, purpose),
        isNull(accountTokens.usedAt),
        gt(accountTokens.expiresAt, now),
        eq(address, email.toLowerCase()),
      ),
    )
  if (!found) return undefined
  const { passwordHash, ...row } = found
  return { ...row, email: email.toLowerCase(), hasPassword: passwordHash !== null }
}
