import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { type SecondFactor } from '#contract/second-factor.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { brandHosts, brands } from '../db/schema/brands.ts'
import { roles, secondFactors, sessions, userRoles, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { sessionEnd } from '../access/authenticate.ts'
import { isProofValid } from '../rules/access/staff-proof.ts'
import { matchTotp, toBase32 } from '../rules/access/totp.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { seal, unsealIfKnown } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { asksAtLogIn, findSession, type FoundSession } from '../http/find-session.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { isCurrentPassword } from './confirm-password.ts'
import { mailLogInCode } from './mail-log-in-code.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>
export type FactorRefusal = {
  ok: false
  reason:
    | 'own_password_wrong'
    | 'foreign_shop_url'
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
/** What the app of staff calls the account's place. */
const DESK = 'Flight desk'
/** The purpose binds a sealed secret to its account. */
export const secondFactorUse = (userId: number) => `second_factor:${String(userId)}`

export async function rolesOf(db: DbOrTx, userId: number): Promise<SecondFactor['roles']> {
  const rows = await db
    .select({ name: roles.name })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
  return inOrder(rows)
}

const inOrder = (held: readonly { name: string | null }[]) =>
  (['admin', 'staff', 'pilot', 'agent'] as const).filter((role) => held.some(({ name }) => name === role))

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
  const atLogIn = session !== undefined && asksAtLogIn(session)
  if (held.length === 0) {
    const since = atLogIn ? session.secondFactorAt : null
    const state = !atLogIn ? 'none' : since ? 'shown' : 'to_show'
    return { state, roles: [], shown_at: since?.toISOString() ?? null, at_log_in: atLogIn }
  }
  const shown = session && isProofValid(session, settings, clock.now()) ? session.secondFactorAt : null
  const state = shown ? 'shown' : session?.factorConfirmedAt ? 'to_show' : 'to_set_up'
  return { state, roles: held, shown_at: shown?.toISOString() ?? null, at_log_in: atLogIn }
}

/**
 * Makes the secret for an authenticator app. It replaces a secret that was never used, and is
 * refused when one is in use. Customers type their password, so that an open browser is not enough
 * to lock them out.
 * @param start.shopUrl the shop where a customer turns it on, whose brand writes about it
 */
export async function startSecondFactor(
  { database: { db }, settings, clock }: Deps,
  caller: SignedInCaller,
  start: { password?: string | undefined; shopUrl?: string | undefined } = {},
): Promise<{ ok: true; secret: string; uri: string } | FactorRefusal> {
  const { userId } = caller
  const { password = '', shopUrl = settings.publicUrl } = start
  const isCustomer = (await rolesOf(db, userId)).length === 0
  if (!(await isOwnShopUrl(db, settings, shopUrl))) return { ok: false, reason: 'foreign_shop_url' }
  if (isCustomer && !(await isCurrentPassword(db, userId, password)))
    return { ok: false, reason: 'own_password_wrong' }
  const [user] = await db
    .select({ email: users.email, provenAt: users.emailProvenAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.provenAt) return { ok: false, reason: 'factor_unproven' }
  const bytes = randomBytes(SECRET_BYTES)
  const secretSealed = seal(settings.secrets.code, secondFactorUse(userId), bytes.toString('hex'))
  const { origin, hostname } = new URL(shopUrl)
  const fresh = { secretSealed, createdAt: clock.now(), lastStep: 0, shopOrigin: isCustomer ? origin : null }
  const [kept] = await db.transaction(async (tx) => {
    // The app of somebody who had a role once opens nothing any more, nor do its codes on paper.
    const former = and(eq(secondFactors.userId, userId), eq(secondFactors.atLogIn, false))
    if (isCustomer) await tx.delete(secondFactors).where(former)
    return tx
      .insert(secondFactors)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: fresh,
        setWhere: isNull(secondFactors.confirmedAt),
      })
      .returning({ userId: secondFactors.userId })
  })
  if (!kept) return { ok: false, reason: 'factor_set_up' }
  const secret = toBase32(bytes)
  const issuer = isCustomer ? await nameOfShop(db, settings, hostname) : DESK
  const label = encodeURIComponent(`${issuer}:${user.email}`)
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
  return { ok: true, secret, uri }
}

/** The name of the brand at a host, or of the shop's own brand. */
async function nameOfShop(db: DbOrTx, { brandId }: Deps['settings'], host: string): Promise<string> {
  const [named] = await db
    .select({ name: brands.name })
    .from(brands)
    .innerJoin(brandHosts, eq(brandHosts.brandId, brands.id))
    .where(eq(brandHosts.host, host))
  if (named) return named.name
  const [own] = await db.select({ name: brands.name }).from(brands).where(eq(brands.id, brandId))
  return own?.name ?? DESK
}

/**
 * Checks a code of the app; from then on the caller's roles are valid in this session, and that of
 * a customer is open. The first code of a customer's app turns it on: each further log-in asks for
 * one, all other sessions end, and a mail says so.
 */
export async function showSecondFactor(
  deps: Deps,
  caller: SignedInCaller,
  code: string,
  by: AuditBy,
): Promise<{ ok: true } | FactorRefusal> {
  const { db } = deps.database
  const { secrets } = deps.settings
  const now = by.at
  const isCustomer = (await rolesOf(db, caller.userId)).length === 0
  return db.transaction(async (tx) => {
    const ownFactor = eq(secondFactors.userId, caller.userId)
    const [factor] = await tx.select().from(secondFactors).where(ownFactor).for('update')
    if (!factor || !isOwnFactor(factor, isCustomer)) return { ok: false, reason: 'factor_missing' } as const
    if (isFactorLocked(factor, now)) return { ok: false, reason: 'factor_locked' } as const
    const { userId, secretSealed, lastStep } = factor
    // Without its key no code fits any more, until an admin resets the app.
    const secret = unsealIfKnown(secrets.code, secondFactorUse(userId), secretSealed)
    const step =
      secret === undefined ? undefined : matchTotp(Buffer.from(secret, 'hex'), code, { now, lastStep })
    if (step === undefined) return { ok: false, reason: await noteWrongFactor(tx, factor, now) } as const
    const confirmedAt = factor.confirmedAt ?? now
    const atLogIn = factor.atLogIn || isCustomer
    await tx
      .update(secondFactors)
      .set({ confirmedAt, atLogIn, lastStep: step, failures: 0, lockedUntil: null })
      .where(ownFactor)
    await openProvenSession(tx, caller, now)
    if (isCustomer && factor.confirmedAt === null) await turnOn(tx, deps, caller, by, factor.shopOrigin)
    return { ok: true } as const
  })
}

/** A confirmed app without a role and not asked for at log-in is one of a former member of staff. */
export const isOwnFactor = ({ confirmedAt, atLogIn }: FactorRow, isCustomer: boolean): boolean =>
  !isCustomer || atLogIn || confirmedAt === null

/** The session counts as proven; one that waited for it at log-in lasts as long as any other now. */
export async function openProvenSession(
  tx: Tx,
  { sessionId, awaitsFactor }: SignedInCaller,
  now: Date,
): Promise<void> {
  const expiry = awaitsFactor ? { expiresAt: sessionEnd('customer', now) } : {}
  await tx
    .update(sessions)
    .set({ secondFactorAt: now, ...expiry })
    .where(eq(sessions.id, sessionId))
}

async function turnOn(
  tx: Tx,
  deps: Deps,
  caller: SignedInCaller,
  by: AuditBy,
  shopOrigin: string | null,
): Promise<void> {
  const { userId, sessionId } = caller
  await tx
    .update(sessions)
    .set({ revokedAt: by.at })
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.scope, 'customer'),
        ne(sessions.id, sessionId),
        isNull(sessions.revokedAt),
      ),
    )
  const [before, after] = [{ second_factor: false }, { second_factor: true }]
  await writeAudit(tx, by, { resource: 'users', id: userId, before, after })
  await mailLogInCode(tx, deps, { userId, change: 'turned_on', at: by.at, shopOrigin })
}

export type FactorRow = typeof secondFactors.$inferSelect

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
