import { verify } from '@node-rs/argon2'
import { and, eq, isNull } from 'drizzle-orm'
import { accountTokens, users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { type Caller } from '../../http.ts'
import { findAccountToken } from './find-account-token.ts'

export interface EmailProof {
  token: string
  email: string
  caller: Caller
}

type Deps = Pick<ApiDeps, 'database' | 'clock'>

/** Whether the account's own session asks: nobody else may prove a mailbox without the account's password. */
const isTheirs = (caller: Caller, userId: number) => caller.kind === 'customer' && caller.userId === userId

/** Whether a mailed link still works, and whether it takes the password too; looking never spends it. */
export async function checkEmailProof(
  deps: Deps,
  { token, email, caller }: EmailProof,
): Promise<
  { ok: true; email: string; needsPassword: boolean } | { ok: false; reason: 'proof_token_invalid' }
> {
  const now = deps.clock.now()
  const found = await findAccountToken(deps.database.db, { token, email, purpose: 'prove_email', now })
  if (!found) return { ok: false, reason: 'proof_token_invalid' }
  return { ok: true, email: found.email, needsPassword: !isTheirs(caller, found.userId) }
}

/**
 * Proves a mailbox with a mailed link. It takes the mailbox and the account together: otherwise somebody could register
 * a stranger's address, wait for the stranger to press the mailed button, and then read the stranger's orders. A
 * stranger who did not register sets a password of their own instead, which throws the other one out.
 */
export async function proveEmail(
  deps: Deps,
  { token, email, caller, password }: EmailProof & { password?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: 'proof_token_invalid' | 'proof_needs_password' }> {
  const now = deps.clock.now()
  const { db } = deps.database
  const found = await findAccountToken(db, { token, email, purpose: 'prove_email', now })
  if (!found) return { ok: false, reason: 'proof_token_invalid' }
  if (!isTheirs(caller, found.userId)) {
    const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, found.userId))
    const right = user?.hash && password ? await verify(user.hash, password) : false
    if (!right) return { ok: false, reason: 'proof_needs_password' }
  }
  return db.transaction(async (tx) => {
    const spent = await tx
      .update(accountTokens)
      .set({ usedAt: now })
      .where(
        and(
          eq(accountTokens.userId, found.userId),
          eq(accountTokens.purpose, 'prove_email'),
          isNull(accountTokens.usedAt),
        ),
      )
      .returning({ id: accountTokens.id })
    if (!spent.some(({ id }) => id === found.id)) return { ok: false, reason: 'proof_token_invalid' } as const
    await tx.update(users).set({ emailProvenAt: now }).where(eq(users.id, found.userId))
    return { ok: true } as const
  })
}
