import { and, eq, inArray, ne } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { knownDevices, sessions } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHashes } from '../gateways/sealed-text.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type NewSignIn } from './mails/new-sign-in-mail.ts'

const USE = 'device'
const DAY = 10

interface SignedIn {
  userId: number
  email: string
  sessionId: string
  /** What the shop keeps in the browser's cookie; a program has none. */
  deviceToken: string | undefined
  /** The device in words, as the list of sessions names it. */
  device: string | undefined
  /** The shop in which it happened. */
  shopOrigin: string
  /** The password was right, and the second factor is still asked for. */
  awaits: boolean
}

/**
 * Remembers the device of a log-in, and mails the account when it is a new one. Whoever shows no
 * device is a new one each day. The first log-in of an account is mailed to nobody.
 */
export async function noteDevice(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { userId, email, sessionId, deviceToken, device, shopOrigin, awaits }: SignedIn,
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, DAY)
  const hashes = keyedHashes(deps.settings.secrets.code, USE, `${String(userId)} ${deviceToken ?? day}`)
  const [hash] = hashes
  const own = eq(knownDevices.userId, userId)
  const first = await isFirst(tx, userId, sessionId)
  const [kept] = await tx
    .update(knownDevices)
    .set({ lastSeenAt: now, deviceHash: hash })
    .where(and(own, inArray(knownDevices.deviceHash, hashes)))
    .returning({ userId: knownDevices.userId })
  if (kept) return
  await tx
    .insert(knownDevices)
    .values({ userId, deviceHash: hash, createdAt: now, lastSeenAt: now })
    .onConflictDoNothing()
  if (first || !deps.settings.signInMails) return
  const link = new URL('/account?tab=reset#reset', shopOrigin).href
  const eventKey = `new_sign_in:${String(userId)}:${hash}`
  const secret = JSON.stringify({ at: now.toISOString(), link, device, awaits } satisfies NewSignIn)
  await queueMail(tx, { kind: 'new_sign_in', eventKey, page: link, userId, to: email, secret }, now, deps)
}

async function isFirst(tx: Tx, userId: number, sessionId: string): Promise<boolean> {
  const [device] = await tx
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .limit(1)
  if (device) return false
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.scope, 'customer'), ne(sessions.id, sessionId)))
    .limit(1)
  return session === undefined
}
