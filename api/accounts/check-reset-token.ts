import { type ApiDeps } from '../deps.ts'
import { findAccountToken } from './find-account-token.ts'

/** Whether a mailed password link still works; checking does not use it up. */
export async function checkResetToken(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { token, email }: { token: string; email: string },
): Promise<{ ok: true; email: string } | { ok: false; reason: 'reset_token_invalid' }> {
  const found = await findAccountToken(deps.database.db, {
    token,
    email,
    purpose: 'set_password',
    now: deps.clock.now(),
  })
  return found ? { ok: true, email: found.email } : { ok: false, reason: 'reset_token_invalid' }
}
