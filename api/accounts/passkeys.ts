import { and, asc, eq } from 'drizzle-orm'
import { type Passkey, type PasskeyAssertion, type PasskeyCreation } from '#contract/passkey.ts'
import { openSession } from '../access/authenticate.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { passkeys, secondFactors, sessions, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { mailSignInChange } from './mail-sign-in-change.ts'
import { loadWebauthn, passkeyHost, takePasskeyChallenge } from './passkey-challenges.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>
type PasskeyRow = typeof passkeys.$inferSelect
type Refused<Reason extends string> = { ok: false; reason: Reason }

const MOST = 20

export async function listPasskeys(db: DbOrTx, userId: number): Promise<Passkey[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
  return rows.map(presentPasskey)
}

const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

/** Keeps a new passkey of the caller, under a name of theirs. */
export async function registerPasskey(
  deps: Deps,
  { userId, sessionId }: SignedInCaller,
  { name, credential }: { name: string; credential: PasskeyCreation },
  by: AuditBy,
): Promise<
  { ok: true; passkey: Passkey } | Refused<'passkey_wrong' | 'factor_missing' | 'too_many_passkeys'>
> {
  const { db } = deps.database
  const { clientDataJSON } = credential.response
  const asked = { clientDataJSON, purpose: 'register' as const, sessionId, now: by.at }
  const challenge = await takePasskeyChallenge(db, asked)
  if (challenge === undefined) return { ok: false, reason: 'passkey_wrong' }
  const { rpID, origin } = passkeyHost(deps.settings)
  const { verifyRegistrationResponse } = await loadWebauthn()
  const verified = await verifyRegistrationResponse({
    response: withoutNull(credential),
    expectedChallenge: challenge,
    ...{ expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
  }).catch(() => undefined)
  if (!verified?.verified) return { ok: false, reason: 'passkey_wrong' }
  const { credential: made } = verified.registrationInfo
  return db.transaction(async (tx) => {
    const own = eq(secondFactors.userId, userId)
    const [factor] = await tx.select().from(secondFactors).where(own).for('update')
    if (!factor?.confirmedAt) return { ok: false, reason: 'factor_missing' } as const
    if ((await listPasskeys(tx, userId)).length >= MOST)
      return { ok: false, reason: 'too_many_passkeys' } as const
    const [row] = await tx
      .insert(passkeys)
      .values({
        ...{ userId, name, credentialId: made.id, counter: made.counter, createdAt: by.at },
        publicKey: Buffer.from(made.publicKey),
        transports: made.transports ?? [],
      })
      .onConflictDoNothing()
      .returning()
    if (!row) return { ok: false, reason: 'passkey_wrong' } as const
    await writeAudit(tx, by, { resource: 'passkeys', id: row.id, after: { name } })
    await mailSignInChange(tx, deps, { userId, change: 'passkey_added', name, at: by.at })
    return { ok: true, passkey: presentPasskey(row) } as const
  })
}

/** Removes a passkey of the caller; it opens nothing from then on. */
export async function removePasskey(
  deps: Deps,
  { userId }: SignedInCaller,
  id: number,
  by: AuditBy,
): Promise<{ ok: true } | Refused<'not_found'>> {
  return deps.database.db.transaction(async (tx) => {
    const [row] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning()
    if (!row) return { ok: false, reason: 'not_found' } as const
    const { name } = row
    await writeAudit(tx, by, { resource: 'passkeys', id, before: { name } })
    await mailSignInChange(tx, deps, { userId, change: 'passkey_removed', name, at: by.at })
    return { ok: true } as const
  })
}

/** Uses a passkey as the second factor of the caller's session. */
export async function showPasskey(
  deps: Deps,
  { userId, sessionId }: SignedInCaller,
  credential: PasskeyAssertion,
): Promise<{ ok: true } | Refused<'passkey_wrong'>> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const found = await verifyPasskey(tx, deps, credential, { purpose: 'prove', sessionId })
    if (found?.userId !== userId) return { ok: false, reason: 'passkey_wrong' } as const
    await tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, sessionId))
    return { ok: true } as const
  })
}

/**
 * Opens a session with a passkey alone. It stands for both factors: something that is had, and the
 * finger, face or PIN that opens it.
 */
export async function signInWithPasskey(
  deps: Deps,
  credential: PasskeyAssertion,
  device: string | undefined,
): Promise<{ ok: true; jwt: string } | Refused<'passkey_wrong' | 'suspended'>> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const found = await verifyPasskey(tx, deps, credential, { purpose: 'sign_in', sessionId: null })
    if (!found) return { ok: false, reason: 'passkey_wrong' } as const
    const [user] = await tx.select().from(users).where(eq(users.id, found.userId))
    if (!user?.passwordHash || !user.emailProvenAt) return { ok: false, reason: 'passkey_wrong' } as const
    if (user.suspendedAt) return { ok: false, reason: 'suspended' } as const
    const { jwt, sessionId } = await openSession(tx, deps, {
      userId: user.id,
      scope: 'customer',
      device,
      now,
    })
    await tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, sessionId))
    return { ok: true, jwt } as const
  })
}

/** Checks an answer to one of our challenges; a counter that does not grow shows a copied key. */
async function verifyPasskey(
  tx: Tx,
  deps: Deps,
  credential: PasskeyAssertion,
  asked: { purpose: 'prove' | 'sign_in'; sessionId: string | null },
): Promise<PasskeyRow | undefined> {
  const now = deps.clock.now()
  const { clientDataJSON } = credential.response
  const challenge = await takePasskeyChallenge(tx, { clientDataJSON, ...asked, now })
  if (challenge === undefined) return undefined
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, credential.id)).for('update')
  if (!row) return undefined
  const { rpID, origin } = passkeyHost(deps.settings)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const verified = await verifyAuthenticationResponse({
    response: withoutNull(credential),
    expectedChallenge: challenge,
    ...{ expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
    credential: {
      ...{ id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
      transports: row.transports,
    },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  await tx
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: now })
    .where(eq(passkeys.id, row.id))
  return row
}

/** The library knows no null, which browsers write for what an authenticator leaves out. */
function withoutNull<
  Response extends PasskeyAssertion['response'] | PasskeyCreation['response'],
>(credential: { id: string; rawId: string; type: 'public-key'; response: Response }) {
  const { id, rawId, type } = credential
  const parts = Object.entries(credential.response).filter(([, part]) => part !== null)
  const response = Object.fromEntries(parts) as { [Key in keyof Response]: NonNullable<Response[Key]> }
  return { id, rawId, type, response, clientExtensionResults: {} }
}
