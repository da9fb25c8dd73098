import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'

/**
 * Tells the account's address that its password was changed, with a link to reset it.
 *
 * @param change what names this change for good: a mail is written once for each
 * @param shopOrigin the shop in which it was changed; null for the one at `PUBLIC_URL`
 */
export async function mailPasswordChanged(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  {
    userId,
    to,
    change,
    shopOrigin,
  }: { userId: number; to: string; change: string; shopOrigin: string | null },
  now: Date,
): Promise<void> {
  const secret = new URL('/account?tab=reset#reset', shopOrigin ?? deps.settings.publicUrl).href
  const eventKey = `password_changed:${change}`
  await queueMail(tx, { kind: 'password_changed', eventKey, page: secret, userId, to, secret }, now, deps)
}
