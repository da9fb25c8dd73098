import { randomInt } from 'node:crypto'
import { and, count, eq, inArray, isNull, max } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { recoveryCodes, secondFactors } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash, keyedHashes } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { groupCode, makeCode, normalizeCode } from '../rules/money/tender-code.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { mailLogInCode } from './mail-log-in-code.ts'
import { mailSignInChange } from './mail-sign-in-change.ts'
import {
  type FactorRefusal,
  type FactorRow,
  isFactorLocked,
  isOwnFactor,
  noteWrongFactor,
  openProvenSession,
  rolesOf,
} from './second-factor.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>

const CODES = 10
const USE = 'recovery code'

/** How many codes of an account are left, and when they were made. */
export async function readRecoveryCodes(
  db: DbOrTx,
  userId: number,
): Promise<{ left: number; made_at: string | null }> {
  const [row] = await db
    .select({ left: count(), madeAt: max(recoveryCodes.createdAt) })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return { left: row?.left ?? 0, made_at: row?.madeAt?.toISOString() ?? null }
}

/** Makes ten codes in place of all earlier ones, and mails that there are new ones. */
export async function makeRecoveryCodes(
  deps: Deps,
  { userId }: SignedInCaller,
  by: AuditBy,
): Promise<{ ok: true; codes: string[] } | FactorRefusal> {
  const { db } = deps.database
  return db.transaction(async (tx) => {
    // The lock makes one of two presses the last.
    const own = eq(secondFactors.userId, userId)
    const [factor] = await tx.select().from(secondFactors).where(own).for('update')
    if (!factor?.confirmedAt) return { ok: false, reason: 'factor_missing' } as const
    const before = await readRecoveryCodes(tx, userId)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    const codes = Array.from({ length: CODES }, () => makeCode((below) => randomInt(below)))
    const hashOf = (code: string) => keyedHash(deps.settings.secrets.code, USE, hashedText(userId, code))
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ codeHash: hashOf(code), userId, createdAt: by.at })))
    await writeAudit(tx, by, {
      resource: 'users',
      id: userId,
      before: { recovery_codes: before.left, recovery_codes_made_at: before.made_at },
      after: { recovery_codes: CODES, recovery_codes_made_at: by.at.toISOString() },
    })
    await mailCodes(tx, deps, factor, { change: 'codes_made', at: by.at })
    return { ok: true, codes: codes.map(groupCode) } as const
  })
}

/**
 * Enters one of the codes in place of the app's. It counts once; wrong ones lock the account as
 * wrong codes of the app do.
 */
export async function useRecoveryCode(
  deps: Deps,
  caller: SignedInCaller,
  typed: string,
  by: AuditBy,
): Promise<{ ok: true } | FactorRefusal> {
  const { userId } = caller
  const { db } = deps.database
  const isCustomer = (await rolesOf(db, userId)).length === 0
  return db.transaction(async (tx) => {
    const own = eq(secondFactors.userId, userId)
    const [factor] = await tx.select().from(secondFactors).where(own).for('update')
    if (!factor?.confirmedAt || !isOwnFactor(factor, isCustomer))
      return { ok: false, reason: 'factor_missing' } as const
    if (isFactorLocked(factor, by.at)) return { ok: false, reason: 'factor_locked' } as const
    const code = normalizeCode(typed)
    const used =
      code === undefined
        ? []
        : await tx
            .update(recoveryCodes)
            .set({ usedAt: by.at })
            .where(
              and(
                inArray(
                  recoveryCodes.codeHash,
                  keyedHashes(deps.settings.secrets.code, USE, hashedText(userId, code)),
                ),
                eq(recoveryCodes.userId, userId),
                isNull(recoveryCodes.usedAt),
              ),
            )
            .returning({ userId: recoveryCodes.userId })
    if (used.length === 0) {
      const reason = await noteWrongFactor(tx, factor, by.at)
      return { ok: false, reason: reason === 'factor_wrong' ? 'recovery_code_wrong' : reason } as const
    }
    await tx.update(secondFactors).set({ failures: 0, lockedUntil: null }).where(own)
    await openProvenSession(tx, caller, by.at)
    const { left } = await readRecoveryCodes(tx, userId)
    await writeAudit(tx, by, {
      resource: 'users',
      id: userId,
      before: { recovery_codes: left + 1 },
      after: { recovery_codes: left },
    })
    await mailCodes(tx, deps, factor, { change: 'code_used', at: by.at })
    return { ok: true } as const
  })
}

/** Staff and customers read it in their own words. */
const mailCodes = (
  tx: Tx,
  deps: Deps,
  { userId, atLogIn, shopOrigin }: FactorRow,
  what: { change: 'codes_made' | 'code_used'; at: Date },
): Promise<void> =>
  atLogIn
    ? mailLogInCode(tx, deps, { ...what, userId, shopOrigin })
    : mailSignInChange(tx, deps, { ...what, userId })

const hashedText = (userId: number, code: string) => `${String(userId)} ${code}`
