import { and, eq, isNull } from 'drizzle-orm'
import { accountTokens, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type Caller, type SignedInCaller } from '../http/http.ts'
import { markAddressReachable } from '../store/mails/mail-bounces.ts'
import { isCurrentPassword } from './confirm-password.ts'
import { findAccountToken } from './find-account-token.ts'
import { changeAccountEmail } from './change-account-email.ts'

export interface EmailProof {
  token: string
  email: string
  caller: Caller
}

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'settings' | 'jobs'>

/** Finds the token that proves an account's e-mail, or the one that changes it. */
async function findProof(deps: Deps, { token, email }: Pick<EmailProof, 'token' | 'email'>) {
  const { db } = deps.database
  const now = deps.clock.now()
  for (const purpose of ['prove_email', 'change_email'] as const) {
    const found = await findAccountToken(db, { token, email, purpose, now })
    if (found) return { ...found, purpose }
  }
  return undefined
}

/**
 * Whether the caller is logged in to the account; any other caller needs its password to prove the
 * e-mail.
 */
const isOwnAccount = (caller: Caller, userId: number): caller is SignedInCaller =>
  caller.kind === 'customer' && caller.userId === userId

/**
 * Whether a mailed link still works, and whether the password is needed too; checking does not use
 * it up.
 */
export async function checkEmailProof(
  deps: Deps,
  { token, email, caller }: EmailProof,
): Promise<
  | { ok: true; email: string; needsPassword: boolean; changesAccount: boolean }
  | { ok: false; reason: 'proof_token_invalid' }
> {
  const found = await findProof(deps, { token, email })
  if (!found) return { ok: false, reason: 'proof_token_invalid' }
  const { email: mailbox, userId, purpose } = found
  const needsPassword = !isOwnAccount(caller, userId)
  return { ok: true, email: mailbox, needsPassword, changesAccount: purpose === 'change_email' }
}

/**
 * Proves an account's e-mail with a mailed link, which needs the account's session or password too.
 * Otherwise somebody could register a stranger's address, wait for the stranger to open the link,
 * and then read the stranger's orders. A stranger who did not register sets a password by mail
 * instead, which ends the access of the other person.
 */
export async function proveEmail(
  deps: Deps,
  { token, email, caller, password }: EmailProof & { password?: string | undefined },
): Promise<
  { ok: true } | { ok: false; reason: 'proof_token_invalid' | 'proof_needs_password' | 'email_in_use' }
> {
  const now = deps.clock.now()
  const { db } = deps.database
  const found = await findProof(deps, { token, email })
  if (!found) return { ok: false, reason: 'proof_token_invalid' }
  if (!isOwnAccount(caller, found.userId)) {
    const right = password ? await isCurrentPassword(db, found.userId, password) : false
    if (!right) return { ok: false, reason: 'proof_needs_password' }
  }
  return db.transaction(async (tx) => {
    const spent = await tx
      .update(accountTokens)
      .set({ usedAt: now })
      .where(
        and(
          eq(accountTokens.userId, found.userId),
          eq(accountTokens.purpose, found.purpose),
          isNull(accountTokens.usedAt),
        ),
      )
      .returning({ id: accountTokens.id })
    if (!spent.some(({ id }) => id === found.id)) return { ok: false, reason: 'proof_token_invalid' } as const
    if (found.purpose === 'change_email') {
      const keptSessionId = isOwnAccount(caller, found.userId) ? caller.sessionId : null
      const moved = await changeAccountEmail(tx, deps, { ...found, keptSessionId }, now)
      return moved ? ({ ok: true } as const) : ({ ok: false, reason: 'email_in_use' } as const)
    }
    await tx.update(users).set({ emailProvenAt: now }).where(eq(users.id, found.userId))
    await markAddressReachable(tx, email, now)
    return { ok: true } as const
  })
}
