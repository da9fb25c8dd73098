import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { type ApiEnv } from '../http/http.ts'
import { beginIdempotentCall, finishIdempotentCall } from '../http/run-once.ts'
import { callerScope } from './idempotent.ts'

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
