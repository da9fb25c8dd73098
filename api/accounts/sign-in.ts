import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { secondFactors, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { adoptGuestOrder } from '../orders/adopt-guest-order.ts'
import { openSession } from '../access/authenticate.ts'
import { asksAtLogIn } from '../http/find-session.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { noteDevice } from './note-device.ts'

/**
 * Hashed for unknown addresses, so that the time of an answer does not reveal who has an account.
 */
const dummyHash = hash('nobody has this password')

interface SignIn {
  email: string
  password: string
  guestToken?: string | undefined
  /** What names the browser; see `noteDevice`. */
  deviceToken?: string | undefined
  shopUrl?: string | undefined
  /** The name of the device, for the account's list of sessions. */
  device?: string | undefined
}

/**
 * Opens a new customer session with e-mail and password (argon2id). Where the account asks for a
 * second factor at log-in, the session opens nothing until that was shown in it.
 * @param guestToken of a guest in the same browser, whose unpaid order joins the account
 */
export async function signIn(
  deps: Pick<ApiDeps, 'settings' | 'database' | 'clock' | 'jobs'>,
  { email, password, guestToken, device, deviceToken, shopUrl }: SignIn,
): Promise<
  | { ok: true; jwt: string }
  | { ok: false; reason: 'wrong_password' | 'suspended' }
  | { ok: false; reason: 'second_factor_needed'; jwt: string }
> {
  const { db } = deps.database
  const [found] = await db
    .select({
      user: users,
      factorConfirmedAt: secondFactors.confirmedAt,
      factorAtLogIn: secondFactors.atLogIn,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.email, email.toLowerCase()))
  const user = found?.user
  const matches = await verify(user?.passwordHash ?? (await dummyHash), password)
  if (!found || !user?.passwordHash || !matches) return { ok: false, reason: 'wrong_password' }
  // The refusal names the suspension only after the right password.
  if (user.suspendedAt) return { ok: false, reason: 'suspended' }
  const now = deps.clock.now()
  const isOwn = shopUrl !== undefined && (await isOwnShopUrl(db, deps.settings, shopUrl))
  const shopOrigin = isOwn ? new URL(shopUrl).origin : deps.settings.publicUrl
  const awaits = asksAtLogIn(found)
  const { jwt, sessionId } = await db.transaction(async (tx) => {
    const opened = await openSession(tx, deps, {
      ...{ userId: user.id, scope: 'customer', device, now },
      awaitsFactor: awaits,
    })
    const from = { sessionId: opened.sessionId, deviceToken, device, shopOrigin, awaits }
    await noteDevice(tx, deps, { ...from, userId: user.id, email: user.email }, now)
    return opened
  })
  // The unpaid order stays the guest's until the second factor is shown.
  if (awaits) return { ok: false, reason: 'second_factor_needed', jwt }
  if (guestToken !== undefined) await adoptGuestOrder(deps, guestToken, sessionId)
  return { ok: true, jwt }
}
