import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { brands } from '../db/schema/brands.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { queueMail } from '../store/mails/queue-mail.ts'

/**
 * Mails all codes of an account to its proven mailbox. The answer does not reveal whether the
 * mailbox is proven or whether there are codes.
 * @returns the account's address
 */
export async function mailOwnCodes(
  deps: ApiDeps,
  caller: SignedInCaller,
  brandId: number,
): Promise<{ ok: true; email: string } | { ok: false; reason: 'brand_unknown' }> {
  const { db } = deps.database
  if ((await db.$count(brands, eq(brands.id, brandId))) === 0) return { ok: false, reason: 'brand_unknown' }
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, caller.userId))
  const to = user?.email ?? ''
  if (!caller.emailProven) return { ok: true, email: to }
  const eventKey = `own_codes:${String(caller.userId)}:${String(brandId)}:${randomUUID()}`
  const mail = { kind: 'own_codes' as const, eventKey, brandId, userId: caller.userId, to }
  await db.transaction((tx) => queueMail(tx, mail, deps.clock.now(), deps))
  return { ok: true, email: to }
}
