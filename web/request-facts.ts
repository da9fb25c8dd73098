import { type HttpBindings } from '@hono/node-server'
import { type Context, type MiddlewareHandler } from 'hono'
import { type Logger } from 'pino'

export interface WebEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Stands in every log line of the request, reaches `/v1`, and goes back as `X-Request-Id`. */
    requestId: string
    /** The person's network address. */
    visitorAddress: string
  }
}

const saneId = /^[\w.:-]{8,64}$/

/** Gives each request its id and its visitor's address. A proxy's headers count only behind a trusted proxy. */
export function requestFacts(trustProxy: boolean): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const given = trustProxy ? c.req.header('X-Request-Id') : undefined
    const requestId = given && saneId.test(given) ? given : crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('visitorAddress', visitorAddress(c, trustProxy))
    await next()
    c.header('X-Request-Id', requestId)
  }
}

/** The last address of X-Forwarded-For is the one our own proxy saw; those before it are the visitor's word. */
function visitorAddress(c: Context<WebEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env.incoming?.socket.remoteAddress || ''
}

/** One line for each request: what was asked and how it went, nothing about who asked. */
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

/** Long tokens in a path (links that are mailed) open something: they stay out of the log. */
export function pathWithoutSecrets(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[\w~%-]{24,}$/.test(segment) && /\d/.test(segment) ? ':token' : segment))
    .map((segment) => (/@|%40/.test(segment) ? ':address' : segment))
    .join('/')
}
