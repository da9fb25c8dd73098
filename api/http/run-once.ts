import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { idempotencyKeys } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { seal, unseal } from '../gateways/seal.ts'

const RETENTION_MS = 24 * 3_600_000
/**
 * How long a call may run before it counts as dead. Longer than any call to the payment provider.
 */
const LOCK_MS = 90_000
const POLL_MS = 60
/** The interval for retries while the database is unavailable. */
const SETTLE_RETRY_MS = 500
/** How often a duplicate call checks for the first call's answer. */
const POLLS = 400

export interface IdempotencyKey {
  /** Caller and route. */
  scope: string
  key: string
  body: string
}

export type IdempotentCallStart =
  | { kind: 'claimed'; lockedUntil: Date }
  | { kind: 'replay'; status: number; body: unknown }
  | { kind: 'mismatch' }
  | { kind: 'still_running' }

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'settings'>

/** The purpose of the encryption key for stored answers. */
const ANSWER_USE = 'answer'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Decides what a call with an idempotency key does: run (`claimed`), repeat the first answer, or be
 * refused because the key was used for something else. A parallel duplicate waits here for the
 * first answer, outside any transaction.
 *
 * @param lockMs after how long a call without an answer counts as dead
 */
export async function beginIdempotentCall(
  deps: Deps,
  once: IdempotencyKey,
  lockMs = LOCK_MS,
): Promise<IdempotentCallStart> {
  const bodyHash = createHash('sha256').update(once.body).digest('hex')
  for (let poll = 0; poll < POLLS; poll++) {
    const claim = await tryClaim(deps, once, bodyHash, lockMs)
    if (claim) return claim
    await pause(POLL_MS)
  }
  return { kind: 'still_running' }
}

/** Undefined while another call under this key is running. */
async function tryClaim(
  deps: Deps,
  { scope, key }: IdempotencyKey,
  bodyHash: string,
  lockMs: number,
): Promise<IdempotentCallStart | undefined> {
  const { db } = deps.database
  const now = deps.clock.now()
  const lockedUntil = new Date(now.getTime() + lockMs)
  const newClaim = { bodyHash, lockedUntil, createdAt: now, status: null, body: null }
  const made = await db
    .insert(idempotencyKeys)
    .values({ scope, key, ...newClaim })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (made.length > 0) return { kind: 'claimed', lockedUntil }

  const at = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  const [row] = await db.select().from(idempotencyKeys).where(at)
  if (!row) return undefined
  const expired = row.createdAt.getTime() + RETENTION_MS <= now.getTime()
  if (!expired) {
    if (row.bodyHash !== bodyHash) return { kind: 'mismatch' }
    if (row.status !== null) return { kind: 'replay', status: row.status, body: openAnswer(deps, row.body) }
    if (row.lockedUntil > now) return undefined
  }
  const claimed = await db
    .update(idempotencyKeys)
    .set(newClaim)
    .where(and(at, eq(idempotencyKeys.lockedUntil, row.lockedUntil)))
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0 ? { kind: 'claimed', lockedUntil } : undefined
}

/**
 * Stores the answer of a claimed call. Without an answer (the call failed or was limited) the key
 * is released. When the database is unavailable, that is retried, so that a repeated call does not
 * wait for the lock to end.
 */
export async function finishIdempotentCall(
  deps: Deps,
  once: IdempotencyKey,
  lockedUntil: Date,
  answer: { status: number; body: unknown } | undefined,
): Promise<void> {
  try {
    await writeSettled(deps, once, lockedUntil, answer)
  } catch (error) {
    if (isDatabaseUnavailable(error)) settleLater(deps, once, lockedUntil, answer)
    throw error
  }
}

async function writeSettled(
  deps: Deps,
  { scope, key }: IdempotencyKey,
  lockedUntil: Date,
  answer: { status: number; body: unknown } | undefined,
): Promise<void> {
  // Only while the claim is still ours: a call that outlived its lock must not overwrite the answer
  // of the next call.
  const ours = and(
    eq(idempotencyKeys.scope, scope),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.lockedUntil, lockedUntil),
    isNull(idempotencyKeys.status),
  )
  const { db } = deps.database
  if (!answer) await db.delete(idempotencyKeys).where(ours)
  else
    await db
      .update(idempotencyKeys)
      .set({ status: answer.status, body: sealAnswer(deps, answer.body) })
      .where(ours)
}

/** Retries until it succeeds or the lock has expired. */
function settleLater(...settled: Parameters<typeof writeSettled>): void {
  const [deps, , lockedUntil] = settled
  const timer = setTimeout(() => {
    writeSettled(...settled).catch((error: unknown) => {
      if (isDatabaseUnavailable(error) && deps.clock.now() < lockedUntil) settleLater(...settled)
    })
  }, SETTLE_RETRY_MS)
  timer.unref()
}

function sealAnswer({ settings }: Deps, body: unknown): Buffer {
  return seal(settings.secrets.code, ANSWER_USE, JSON.stringify(body))
}

function openAnswer({ settings }: Deps, sealed: Uint8Array | null): unknown {
  return sealed === null ? null : JSON.parse(unseal(settings.secrets.code, ANSWER_USE, sealed))
}
