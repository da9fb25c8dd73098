import { and, eq, isNull } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { secondFactors, sessions, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { mailLogInCode } from './mail-log-in-code.ts'
import { rolesOf } from './second-factor.ts'
import { lockAdmins } from './staff/lock-admins.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'jobs'>
type Ended<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

/** Since when each log-in of a customer's account asks for a second factor; null when none does. */
export async function readFactorAtLogIn(db: DbOrTx, userId: number): Promise<Date | null> {
  const [factor] = await db
    .select({ confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.atLogIn, true)))
  return factor?.confirmedAt ?? null
}

/**
 * Turns off the second factor that a customer turned on; the recovery codes end with it. A role
 * needs the app, so its owner cannot take it away. A mail says so.
 */
export function turnOffSecondFactor(
  deps: Deps,
  { userId }: SignedInCaller,
  by: AuditBy,
): Promise<Ended<'factor_of_role' | 'factor_missing'>> {
  return deps.database.db.transaction(async (tx) => {
    if ((await rolesOf(tx, userId)).length > 0) return { ok: false, reason: 'factor_of_role' } as const
    const shopOrigin = await deleteFactor(tx, userId)
    if (shopOrigin === undefined) return { ok: false, reason: 'factor_missing' } as const
    await writeAudit(tx, by, {
      resource: 'users',
      id: userId,
      before: { second_factor: true },
      after: { second_factor: false },
    })
    await mailLogInCode(tx, deps, { userId, change: 'turned_off', at: by.at, shopOrigin })
    return { ok: true } as const
  })
}

/**
 * Takes the second factor of a customer away who lost the phone and the codes on paper. From then
 * on the password alone opens the account, so all its sessions end and a mail says so.
 *
 * @param removal.reason how the admin knows whose account it is, for the audit log
 */
export function removeCustomerFactor(
  deps: Deps,
  { id, reason }: { id: number; reason: string },
  by: AuditBy,
): Promise<Ended<'not_admin' | 'not_found' | 'factor_of_staff' | 'factor_off'>> {
  return deps.database.db.transaction(async (tx) => {
    if (!(await lockAdmins(tx, by.userId))) return { ok: false, reason: 'not_admin' } as const
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.erasedAt)))
      .for('update')
    if (!user) return { ok: false, reason: 'not_found' } as const
    if ((await rolesOf(tx, id)).length > 0) return { ok: false, reason: 'factor_of_staff' } as const
    const shopOrigin = await deleteFactor(tx, id)
    if (shopOrigin === undefined) return { ok: false, reason: 'factor_off' } as const
    await tx
      .update(sessions)
      .set({ revokedAt: by.at })
      .where(and(eq(sessions.userId, id), eq(sessions.scope, 'customer'), isNull(sessions.revokedAt)))
    await writeAudit(tx, by, {
      resource: 'users',
      id,
      before: { second_factor: true },
      after: { second_factor: false, reason },
    })
    await mailLogInCode(tx, deps, { userId: id, change: 'taken_away', at: by.at, shopOrigin })
    return { ok: true } as const
  })
}

/** @returns the shop where it was turned on, null for an unknown one; undefined when it was not on */
async function deleteFactor(tx: Tx, userId: number): Promise<string | null | undefined> {
  const [gone] = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.atLogIn, true)))
    .returning({ shopOrigin: secondFactors.shopOrigin })
  return gone?.shopOrigin
}
