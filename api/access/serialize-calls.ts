import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { type ApiEnv } from '../http/http.ts'
import { beginIdempotentCall, finishIdempotentCall } from '../http/run-once.ts'
import { callerScope } from './idempotent.ts'

/**
 * A call that died holds its twins up no longer than this: all of them together are safe without
 * it.
 */
const TURN_MS = 10_000

/**
 * For calls without an `Idempotency-Key` that are often sent twice at once (a double click): the
 * second waits for the first to end and then runs itself, so that it meets what the first one made
 * instead of getting in its way. Nothing is kept: the same call later is a new one.
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
