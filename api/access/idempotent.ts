import { and, eq, isNull, sql } from 'drizzle-orm'
import { type HonoRequest } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createHash } from 'node:crypto'
import { STILL_RUNNING_SENTENCE } from '#contract/service-sentences.ts'
import { commitsAsynchronously } from '../db/asynchronous-commit.ts'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { idempotencyKeys } from '../db/schema/platform.ts'
import { statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { seal, unseal } from '../gateways/sealed-text.ts'
import { type ApiEnv, type Caller, refusalReply } from '../http/http.ts'

/** The namespace of the caller's idempotency keys. */
export const callerScope = (caller: Caller) => {
  if (caller.kind === 'visitor') return 'visitor'
  // A guest is identified by the session, a customer by the account.
  return caller.kind !== 'customer' ? `session:${caller.sessionId}` : `user:${String(caller.userId)}`
}

/**
 * The call's `Idempotency-Key` for an action that must never happen twice, however late it is
 * repeated. The caller stores it with the action. Null without a key.
 */
export function permanentIdempotencyKey(caller: Caller, req: HonoRequest): string | null {
  const key = req.header('idempotency-key')
  return key ? `${callerScope(caller)} ${req.method} ${req.path} ${key}` : null
}

/**
 * For calls that move money or seats, and those that a phone repeats. With an `Idempotency-Key` the
 * call runs once, and repetitions within 24 hours get the first answer. Not stored are 5xx and 429
 * answers, answers with `Retry-After`, and a wallet's client secret.
 */
export const idempotent = createMiddleware<ApiEnv>(async (c, next) => {
  const key = c.req.header('idempotency-key')
  if (key === undefined || key === '') return next()
  if (key.length > 255) {
    return refusalReply(c, 422, { 'Idempotency-Key': ['Must be at most 255 characters'] })
  }
  const deps = c.get('deps')
  const scope = `${callerScope(c.get('caller'))} ${c.req.method} ${c.req.path}`
  const once = { scope, key, body: withoutDraft(await c.req.text()) }
  const claim = await beginIdempotentCall(deps, once)
  switch (claim.kind) {
    case 'mismatch':
      return refusalReply(c, 409, {
        error: 'This Idempotency-Key was used with another request.',
        code: 'idempotency_mismatch',
      })
    case 'still_running':
      return refusalReply(
        c,
        409,
        {
          error: STILL_RUNNING_SENTENCE,
          code: 'conflict',
        },
        { 'Retry-After': '5' },
      )
    case 'replay':
      return new Response(claim.status === 204 ? null : JSON.stringify(claim.body), {
        status: claim.status,
        headers: {
          ...(claim.status === 204 ? {} : { 'Content-Type': 'application/json' }),
          'Idempotent-Replayed': 'true',
        },
      })
    case 'claimed': {
      let answer: { status: number; body: unknown } | undefined
      try {
        await next()
        const { status } = c.res
        const body: unknown = status === 204 ? null : await c.res.clone().json()
        const temporary = isTemporary(body) || c.res.headers.has('Retry-After') || opensWallet(body)
        if (status < 500 && status !== 429 && !temporary) answer = { status, body }
      } finally {
        await finishIdempotentCall(deps, once, claim.lockedUntil, answer)
      }
      return
    }
  }
})

/**
 * Removes the draft's id before bodies are compared. A visitor without a session who submits twice
 * has two drafts and wants one order.
 */
function withoutDraft(text: string): string {
  if (!text.includes('"draft_id"')) return text
  try {
    return JSON.stringify({ ...(JSON.parse(text) as Record<string, unknown>), draft_id: undefined })
  } catch {
    return text
  }
}

/**
 * A wallet's payment contains a client secret, which must not be stored. A repeated call finds the
 * same payment intent.
 */
function opensWallet(body: unknown): boolean {
  const { payments } = (body ?? {}) as { payments?: { reference?: string | null }[] }
  return payments?.some(({ reference }) => reference?.includes('_secret_')) ?? false
}

/** Another call for the same order is in progress. That is true now but not for a day. */
function isTemporary(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'payment_in_progress'
}

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

type IdempotentCallStart =
  | { kind: 'claimed'; lockedUntil: Date }
  | { kind: 'replay'; status: number; body: unknown }
  | { kind: 'mismatch' }
  | { kind: 'still_running' }

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'settings'>

/** The purpose of the encryption key for stored answers. */
/** What the answer of a call is sealed for. */
export const ANSWER_USE = 'answer'

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
  once: IdempotencyKey,
  bodyHash: string,
  lockMs: number,
): Promise<IdempotentCallStart | undefined> {
  const now = deps.clock.now()
  const lockedUntil = new Date(now.getTime() + lockMs)
  try {
    return await claimOrRead(deps, once, { bodyHash, now, lockedUntil })
  } catch (error) {
    // The connection may have ended after the claim was made: its caller reads an error and tries again.
    if (isDatabaseUnavailable(error)) settleLater(deps, once, lockedUntil, undefined)
    throw error
  }
}

async function claimOrRead(
  deps: Deps,
  { scope, key }: IdempotencyKey,
  { bodyHash, now, lockedUntil }: { bodyHash: string; now: Date; lockedUntil: Date },
): Promise<IdempotentCallStart | undefined> {
  const { db } = deps.database
  const newClaim = { bodyHash, lockedUntil, createdAt: now, status: null, body: null }
  const made = await insertClaim(db, { scope, key, bodyHash, lockedUntil, now })
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

const insertClaim = statement((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      scope: sql.placeholder('scope'),
      key: sql.placeholder('key'),
      bodyHash: sql.placeholder('bodyHash'),
      lockedUntil: sql.placeholder('lockedUntil'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)

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
  const { db } = deps.database
  const claim = { scope, key, lockedUntil }
  if (!answer) await deleteClaim(db, claim)
  else await answerClaim(db, { ...claim, status: answer.status, body: sealAnswer(deps, answer.body) })
}

/**
 * Only while the claim is still ours: a call that outlived its lock must not overwrite the answer of
 * the next call.
 */
const stillOurs = and(
  eq(idempotencyKeys.scope, sql.placeholder('scope')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
  eq(idempotencyKeys.lockedUntil, sql.placeholder('lockedUntil')),
  isNull(idempotencyKeys.status),
)

/** A claim that comes back with a crash of the server ends by itself. */
const deleteClaim = statement((db) => db.delete(idempotencyKeys).where(and(stillOurs, commitsAsynchronously)))

const answerClaim = statement((db) =>
  db
    .update(idempotencyKeys)
    .set({ status: sql`${sql.placeholder('status')}`, body: sql`${sql.placeholder('body')}` })
    .where(stillOurs),
)

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

/** How long a call that died delays identical calls. Running them together is safe as well. */
const TURN_MS = 10_000

/**
 * Serialises identical calls without an `Idempotency-Key`, as a double click sends them. The second
 * one waits and then runs itself, so that it finds what the first one made. No answer is stored:
 * the same call later is a new one.
 */
export const oneAtATime = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.header('idempotency-key')) return next()
  const deps = c.get('deps')
  const body = await c.req.text()
  const key = createHash('sha256').update(body).digest('hex')
  const scope = `turn ${callerScope(c.get('caller'))} ${c.req.method} ${c.req.path}`
  const once = { scope, key, body }
  const claim = await beginIdempotentCall(deps, once, TURN_MS)
  try {
    await next()
  } finally {
    if (claim.kind === 'claimed') await finishIdempotentCall(deps, once, claim.lockedUntil, undefined)
  }
})
