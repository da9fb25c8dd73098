import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type SignInChange } from './mails/sign-in-changed-mail.ts'

/** Tells members of staff what changed in how they sign in, in case somebody else did it. */
export async function mailSignInChange(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { userId, at, ...what }: { userId: number; at: Date } & Omit<SignInChange, 'at' | 'link'>,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return
  const link = new URL('/staff/security', deps.settings.publicUrl).href
  const eventKey = `sign_in_changed:${randomUUID()}`
  const secret = JSON.stringify({ ...what, at: at.toISOString(), link } satisfies SignInChange)
  await queueMail(
    tx,
    { kind: 'sign_in_changed', eventKey, page: link, userId, to: user.email, secret },
    at,
    deps,
  )
}
