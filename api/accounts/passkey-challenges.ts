import { and, eq, gt, lt } from 'drizzle-orm'
import { type PasskeyPurpose } from '#contract/passkey.ts'
import { type DbOrTx } from '../db/client.ts'
import { passkeyChallenges, passkeys, secondFactors, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findAccess } from '../rules/access/permissions.ts'
import { addMinutes } from '../rules/time/local-time.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>
type Refused = { ok: false; reason: 'forbidden' | 'factor_missing' | 'unauthorized' }

const MINUTES = 5
const RP_NAME = 'Flight desk'

/** Read at its first use, because few sign in so and it takes long to load. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The host that passkeys are bound to, and the origin whose pages may ask for them. */
export const passkeyHost = ({ publicUrl }: ApiDeps['settings']): { rpID: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

/** Makes a challenge for one use, and the options that a browser asks the authenticator with. */
export async function makePasskeyChallenge(
  deps: Deps,
  caller: SignedInCaller | undefined,
  purpose: PasskeyPurpose,
): Promise<{ ok: true; options: Record<string, unknown> } | Refused> {
  const { db } = deps.database
  const { generateAuthenticationOptions, generateRegistrationOptions } = await loadWebauthn()
  const { rpID } = passkeyHost(deps.settings)
  const now = deps.clock.now()
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  const keep = async (challenge: string) => {
    const sessionId = purpose === 'sign_in' ? null : (caller?.sessionId ?? null)
    const expiresAt = addMinutes(now, MINUTES)
    await db.insert(passkeyChallenges).values({ challenge, purpose, sessionId, expiresAt })
  }
  if (purpose === 'sign_in') {
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    await keep(options.challenge)
    return { ok: true, options: { ...options } }
  }
  if (!caller) return { ok: false, reason: 'unauthorized' }
  const known = await db.select().from(passkeys).where(eq(passkeys.userId, caller.userId))
  const listed = known.map(({ credentialId: id, transports }) => ({ id, transports }))
  if (purpose === 'prove') {
    if (listed.length === 0) return { ok: false, reason: 'factor_missing' }
    const options = await generateAuthenticationOptions({
      ...{ rpID, userVerification: 'required' as const },
      allowCredentials: listed,
    })
    await keep(options.challenge)
    return { ok: true, options: { ...options } }
  }
  if (findAccess('POST /v1/passkeys', caller) === 'no') return { ok: false, reason: 'forbidden' }
  const [user] = await db
    .select({ email: users.email, confirmedAt: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, caller.userId))
  if (!user?.confirmedAt) return { ok: false, reason: 'factor_missing' }
  const options = await generateRegistrationOptions({
    ...{ rpName: RP_NAME, rpID, userName: user.email, attestationType: 'none' as const },
    userID: new TextEncoder().encode(`staff:${String(caller.userId)}`),
    excludeCredentials: listed,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keep(options.challenge)
  return { ok: true, options: { ...options } }
}

/** Takes the challenge that a browser answers; nobody else can answer it again. */
export async function takePasskeyChallenge(
  db: DbOrTx,
  {
    clientDataJSON,
    purpose,
    sessionId,
    now,
  }: { clientDataJSON: string; purpose: PasskeyPurpose; sessionId: string | null; now: Date },
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === undefined) return undefined
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning()
  return taken && taken.sessionId === sessionId ? taken.challenge : undefined
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof data === 'object' &&
      data !== null &&
      'challenge' in data &&
      typeof data.challenge === 'string'
      ? data.challenge
      : undefined
  } catch {
    return undefined
  }
}
