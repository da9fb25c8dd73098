import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type LogInCodeChange } from './mails/log-in-code-mail.ts'

/**
 * Tells a customer what changed about the code at log-in, in case somebody else did it.
 *
 * @param changed.shopOrigin the shop where it was turned on; null for the one at `PUBLIC_URL`
 */
export async function mailLogInCode(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  changed: { userId: number; change: LogInCodeChange['change']; at: Date; shopOrigin: string | null },
): Promise<void> {
  const { userId, change, at, shopOrigin } = changed
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return
  const link = new URL('/account/details/sign-in', shopOrigin ?? deps.settings.publicUrl).href
  const eventKey = `log_in_code_changed:${randomUUID()}`
  const secret = JSON.stringify({ change, at: at.toISOString(), link } satisfies LogInCodeChange)
  const mail = { kind: 'log_in_code_changed', eventKey, page: link, userId, to: user.email, secret } as const
  await queueMail(tx, mail, at, deps)
}
