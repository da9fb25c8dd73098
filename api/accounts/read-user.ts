import { type User } from '#contract/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { toDollars } from '../rules/money/money.ts'
import { findSession, type FoundSession } from '../http/find-session.ts'
import { presentEmail } from '../store/walk-in-email.ts'

/** The caller as `/v1` shows them, as they are now. */
export async function readUser(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  caller: SignedInCaller,
): Promise<ShownUser> {
  const { sessionId } = caller
  const session = caller.kind === 'key' ? undefined : await findSession(db, { sessionId, now: clock.now() })
  return presentCaller({ ...caller, session })
}

export type ShownUser = { ok: true; user: User } | { ok: false; reason: 'unauthorized' }

/**
 * The caller as the call found them. A guest gets only what they typed, because the e-mail may belong
 * to somebody else's account.
 */
export function presentCaller({ session, emailProven }: SignedInCaller): ShownUser {
  if (!session) return { ok: false, reason: 'unauthorized' }
  const { account, scope, phone } = session
  if (scope === 'guest') {
    const unknown = {
      first_name: null,
      last_name: null,
      role_ids: [],
      credit: 0,
      tag_list: [],
      email_proven: false,
    }
    return { ok: true, user: { id: account.id, email: presentEmail(account.email), phone, ...unknown } }
  }
  const roleIds = session.roles.map(({ id }) => id)
  // An account with an unproven e-mail is not shown the credit of that e-mail's owner.
  const creditCents = emailProven ? (session.creditCents ?? 0) : 0
  return { ok: true, user: presentUser(account, roleIds, creditCents) }
}

type ShownAccount = Omit<FoundSession['account'], 'staffLimitCents'>

/** An account as `/v1` shows it to its owner, without the password. */
export function presentUser(user: ShownAccount, roleIds: number[], creditCents = 0): User {
  return {
    id: user.id,
    email: presentEmail(user.email),
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    role_ids: roleIds,
    credit: toDollars(creditCents),
    tag_list: user.tagList,
    email_proven: user.emailProvenAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
