import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { adoptGuestOrder } from '../orders/adopt-guest-order.ts'
import { openSession } from '../access/authenticate.ts'

/**
 * Hashed for unknown addresses, so that the time of an answer does not reveal who has an account.
 */
const dummyHash = hash('nobody has this password')

interface SignIn {
  email: string
  password: string
  guestToken?: string | undefined
  /** The name of the device, for the account's list of sessions. */
  device?: string | undefined
}

/**
 * Opens a new customer session with e-mail and password (argon2id).
 *
 * @param guestToken of a guest in the same browser: their unpaid order goes on with the account
 */
export async function signIn(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock'>,
  { email, password, guestToken, device }: SignIn,
): Promise<{ ok: true; jwt: string } | { ok: false; reason: 'wrong_password' | 'suspended' }> {
  const { db } = deps.database
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  const matches = await verify(user?.passwordHash ?? (await dummyHash), password)
  if (!user?.passwordHash || !matches) return { ok: false, reason: 'wrong_password' }
  // Only somebody who knows the password is told.
  if (user.suspendedAt) return { ok: false, reason: 'suspended' }
  const { jwt, sessionId } = await openSession(db, deps, {
    userId: user.id,
    scope: 'customer',
    device,
    now: deps.clock.now(),
  })
  if (guestToken !== undefined) await adoptGuestOrder(deps, guestToken, sessionId)
  return { ok: true, jwt }
}
