import { type HonoRequest } from 'hono'
import { createMiddleware } from 'hono/factory'
import { beginIdempotentCall, finishIdempotentCall } from '../http/run-once.ts'
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
 * For calls that move money or seats. With an `Idempotency-Key` the call runs once, and repetitions
 * within 24 hours get the first answer. Not stored are 5xx and 429 answers, answers with
 * `Retry-After`, and a wallet's client secret.
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
          error: 'The same request is still being worked on. Please try again in a moment.',
          code: 'conflict',
        },
        { 'Retry-After': '5' },
      )
    case 'replay':
      return Response.json(claim.body, {
        status: claim.status,
        headers: { 'Idempotent-Replayed': 'true' },
      })
    case 'claimed': {
      let answer: { status: number; body: unknown } | undefined
      try {
        await next()
        const { status } = c.res
        const body: unknown = await c.res.clone().json()
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
