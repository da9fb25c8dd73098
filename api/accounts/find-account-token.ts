import { and, eq, gt, isNull } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { accountTokens, users } from '../db/schema/people.ts'
import { hashAccountToken, type TokenPurpose } from './issue-account-token.ts'

export interface FoundToken {
  id: number
  userId: number
  /** The mailbox the link was sent to. */
  email: string
  /** The account's own address: another one only where that is to change. */
  accountEmail: string
  shopOrigin: string | null
  /** Whether the account has a password already: a guest's has none. */
  hasPassword: boolean
}

/** The unspent, unexpired secret of a mailed link and whose it is; looking never spends it. */
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
