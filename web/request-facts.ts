import { isIP } from 'node:net'
import { type HttpBindings } from '@hono/node-server'
import { type Context, type MiddlewareHandler } from 'hono'
import { type Logger } from 'pino'
import { type Settings } from '#settings/settings.ts'
import { toSignedCall, readVisitor, VISITOR_HEADER } from './visitor-signature.ts'

export interface WebEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    /**
     * The id stands in every log line of the request, reaches `/v1`, and is returned as
     * `X-Request-Id`.
     */
    requestId: string
    /** The person's network address. */
    visitorAddress: string
  }
}

const saneId = /^[\w.:-]{8,64}$/

type Trust = Pick<Settings, 'trustProxy' | 'visitorSecret'>

/**
 * Gives each request its id and its visitor's address. A proxy's headers count only behind a
 * trusted proxy; on `/v1` a shop that signs with our secret may name its visitor's address.
 */
export function requestFacts(trust: Trust): MiddlewareHandler<WebEnv> {
  const { trustProxy } = trust
  return async (c, next) => {
    const given = trustProxy ? c.req.header('X-Request-Id') : undefined
    const requestId = given && saneId.test(given) ? given : crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('visitorAddress', vouchedAddress(c, trust) ?? visitorAddress(c, trustProxy))
    await next()
    c.header('X-Request-Id', requestId)
  }
}

/**
 * Our own proxy adds the last address of X-Forwarded-For; the visitor may have forged those before
 * it.
 */
function visitorAddress(c: Context<WebEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  const known = forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : undefined
  return known ?? c.env.incoming?.socket.remoteAddress ?? ''
}

function vouchedAddress(c: Context<WebEnv>, { visitorSecret }: Trust): string | undefined {
  if (visitorSecret === undefined || !c.req.path.startsWith('/v1/')) return undefined
  return readVisitor(visitorSecret, c.req.header(VISITOR_HEADER), toSignedCall(c.req.raw), new Date())
}

/** Logs one line for each request: what was requested and the result, nothing about the visitor. */
export function requestLog(log: Logger): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const url = new URL(c.req.url)
    const quiet = url.pathname === '/healthz' || url.pathname === '/readyz'
    log[quiet ? 'debug' : 'info'](
      {
        requestId: c.get('requestId'),
        method: c.req.method,
        path: pathWithoutSecrets(url.pathname),
        query: [...new Set(url.searchParams.keys())],
        status: c.res.status,
        ms: Math.round(performance.now() - start),
      },
      'request',
    )
  }
}

/** Long tokens in a path belong to mailed links and grant access, so they stay out of the log. */
export function pathWithoutSecrets(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[\w~%-]{24,}$/.test(segment) && /[\dA-Z]/.test(segment) ? ':token' : segment))
    .map((segment) => (/@|%40/.test(segment) ? ':address' : segment))
    .join('/')
}
