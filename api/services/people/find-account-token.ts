import { and, eq, gt, isNull } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { accountTokens, users } from '../../db/schema/people.ts'
import { hashAccountToken, type TokenPurpose } from './issue-account-token.ts'

/** The unspent, unexpired secret of a mailed link and whose it is; looking never spends it. */
export async function findAccountToken(
  db: DbOrTx,
  { token, email, purpose, now }: { token: string; email: string; purpose: TokenPurpose; now: Date },
): Promise<{ id: number; userId: number; email: string } | undefined> {
  const [found] = await db
    .select({ id: accountTokens.id, userId: users.id, email: users.email })
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.userId))
    .where(
      and(
        eq(accountTokens.tokenHash, hashAccountToken(token)),
        eq(accountTokens.purpose, purpose),
        isNull(accountTokens.usedAt),
        gt(accountTokens.expiresAt, now),
        eq(users.email, email.toLowerCase()),
      ),
    )
  return found
}
