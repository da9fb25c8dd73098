import { randomBytes } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { type SecondFactor } from '#contract/second-factor.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { roles, secondFactors, sessions, userRoles, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { isProofValid } from '../rules/access/staff-proof.ts'
import { matchTotp, toBase32 } from '../rules/access/totp.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { seal, unsealIfKnown } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findSession, type FoundSession } from '../http/find-session.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>
export type FactorRefusal = {
  ok: false
  reason:
    | 'factor_needless'
    | 'factor_unproven'
    | 'factor_set_up'
    | 'factor_missing'
    | 'factor_wrong'
    | 'factor_locked'
    | 'recovery_code_wrong'
}

const SECRET_BYTES = 20
/** After so many wrong codes in a row, in any sessions, the account has to wait. */
const TRIES = 8
const LOCK_MINUTES = 15
const ISSUER = 'Flight desk'
/** The purpose binds a sealed secret to its account. */
export const secondFactorUse = (userId: number) => `second_factor:${String(userId)}`

async function rolesOf(db: DbOrTx, userId: number): Promise<SecondFactor['roles']> {
  const rows = await db
    .select({ name: roles.name })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
  return inOrder(rows)
}

const inOrder = (held: readonly { name: string | null }[]) =>
  (['admin', 'staff', 'pilot'] as const).filter((role) => held.some(({ name }) => name === role))

/** The state of the second factor in the caller's session, as it is now. */
export async function readSecondFactor(deps: Deps, caller: SignedInCaller): Promise<SecondFactor> {
  const { sessionId } = caller
  const session = await findSession(deps.database.db, { sessionId, now: deps.clock.now() })
  return presentSecondFactor(deps, session)
}

/** The state of the second factor in a session. */
export function presentSecondFactor(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  session: FoundSession | undefined,
): SecondFactor {
  const held = inOrder(session?.roles ?? [])
  const shown = session && isProofValid(session, settings, clock.now()) ? session.secondFactorAt : null
  const state = shown ? 'shown' : session?.factorConfirmedAt ? 'to_show' : 'to_set_up'
  return { state: held.length === 0 ? 'none' : state, roles: held, shown_at: shown?.toISOString() ?? null }
}

/**
 * Makes the secret for an authenticator app. It replaces a secret that was never used, and is
 * refused when one is in use.
 */
export async function startSecondFactor(
  { database: { db }, settings, clock }: Deps,
  caller: SignedInCaller,
): Promise<{ ok: true; secret: string; uri: string } | FactorRefusal> {
  if ((await rolesOf(db, caller.userId)).length === 0) return { ok: false, reason: 'factor_needless' }
  const [user] = await db
    .select({ email: users.email, provenAt: users.emailProvenAt })
    .from(users)
    .where(eq(users.id, caller.userId))
  if (!user?.provenAt) return { ok: false, reason: 'factor_unproven' }
  const bytes = randomBytes(SECRET_BYTES)
  const secretSealed = seal(settings.secrets.code, secondFactorUse(caller.userId), bytes.toString('hex'))
  const fresh = { secretSealed, createdAt: clock.now(), lastStep: 0 }
  const [kept] = await db
    .insert(secondFactors)
    .values({ userId: caller.userId, ...fresh })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: fresh,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  if (!kept) return { ok: false, reason: 'factor_set_up' }
  const secret = toBase32(bytes)
  const label = encodeURIComponent(`${ISSUER}:${user.email}`)
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}`
  return { ok: true, secret, uri }
}

/** Checks a code of the app; from then on the caller's roles are valid in this session. */
export async function showSecondFactor(
  { database: { db }, settings, clock }: Deps,
  caller: SignedInCaller,
  code: string,
): Promise<{ ok: true } | FactorRefusal> {
  if ((await rolesOf(db, caller.userId)).length === 0) return { ok: false, reason: 'factor_needless' }
  const now = clock.now()
  return db.transaction(async (tx) => {
    const ownFactor = eq(secondFactors.userId, caller.userId)
    const [factor] = await tx.select().from(secondFactors).where(ownFactor).for('update')
    if (!factor) return { ok: false, reason: 'factor_missing' } as const
    if (isFactorLocked(factor, now)) return { ok: false, reason: 'factor_locked' } as const
    const { userId, secretSealed, lastStep } = factor
    // Without its key no code fits any more, until an admin resets the app.
    const secret = unsealIfKnown(settings.secrets.code, secondFactorUse(userId), secretSealed)
    const step =
      secret === undefined ? undefined : matchTotp(Buffer.from(secret, 'hex'), code, { now, lastStep })
    if (step === undefined) return { ok: false, reason: await noteWrongFactor(tx, factor, now) } as const
    const confirmedAt = factor.confirmedAt ?? now
    await tx
      .update(secondFactors)
      .set({ confirmedAt, lastStep: step, failures: 0, lockedUntil: null })
      .where(ownFactor)
    await tx.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, caller.sessionId))
    return { ok: true } as const
  })
}

type FactorRow = typeof secondFactors.$inferSelect

export const isFactorLocked = ({ lockedUntil }: FactorRow, now: Date): boolean =>
  lockedUntil !== null && lockedUntil > now

/** Counts a wrong code, of the app or on paper; the account locks after several of them. */
export async function noteWrongFactor(
  tx: Tx,
  factor: FactorRow,
  now: Date,
): Promise<'factor_locked' | 'factor_wrong'> {
  const failures = factor.failures + 1
  const locked = failures >= TRIES
  const lockedUntil = locked ? addMinutes(now, LOCK_MINUTES) : null
  await tx
    .update(secondFactors)
    .set({ failures: locked ? 0 : failures, lockedUntil })
    .where(eq(secondFactors.userId, factor.userId))
  return locked ? 'factor_locked' : 'factor_wrong'
}
