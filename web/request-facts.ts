import { isIP } from 'node:net'
import { type HttpBindings } from '@hono/node-server'
import { type Context, type MiddlewareHandler } from 'hono'
import { type Logger } from 'pino'
import { type Settings } from '#settings/settings.ts'
import { type Metrics } from './metrics/create-metrics.ts'
import { pathWithoutSecrets, queryNames } from './masked-path.ts'
import { toSignedCall, readVisitor, VISITOR_HEADER } from './visitor-signature.ts'

export interface WebEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    /**
     * The id is in every log line of the request, is passed to `/v1`, and is returned as
     * `X-Request-Id`.
     */
    requestId: string
    /** The visitor's IP address. */
    visitorAddress: string
  }
}

const saneId = /^[\w.:-]{8,64}$/

type Trust = Pick<Settings, 'trustProxy' | 'visitorSecret'>

/**
 * Sets the id and the visitor's address of each request. Proxy headers count only behind a trusted
 * proxy; on `/v1`, a separate shop that signs with the shared secret may name its visitor's
 * address.
 */
export function requestFacts(trust: Trust): MiddlewareHandler<WebEnv> {
  const { trustProxy } = trust
  return async (c, next) => {
    const requestId = chooseRequestId(c.req.header('X-Request-Id'), trustProxy)
    c.set('requestId', requestId)
    c.set('visitorAddress', vouchedAddress(c, trust) ?? visitorAddress(c, trustProxy))
    await next()
    // `c.header` would copy the whole response.
    c.res.headers.set('X-Request-Id', requestId)
  }
}

/**
 * @param given The client's id, which counts only behind a trusted proxy.
 */
export const chooseRequestId = (given: string | undefined, trustProxy: boolean): string =>
  trustProxy && given !== undefined && saneId.test(given) ? given : crypto.randomUUID()

/**
 * Returns the last address of `X-Forwarded-For`, which the trusted proxy adds; the visitor may have
 * forged the others.
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

/** Where answered requests are told: the log, and the figures where somebody reads them. */
export interface RequestRecords {
  log: Logger
  metrics?: Metrics | undefined
}

/** Records each request with the call and its status, and without data of the visitor. */
export function recordRequests(records: RequestRecords): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const { pathname, searchParams } = new URL(c.req.url)
    const { method } = c.req
    recordRequest(records, {
      requestId: c.get('requestId'),
      method,
      path: pathname,
      query: queryNames(searchParams),
      status: c.res.status,
      start,
    })
  }
}

interface RecordedRequest {
  requestId: string
  method: string
  path: string
  /** The names of the query parameters, without values. */
  query: string[]
  status: number
  /** `performance.now()` when the request arrived. */
  start: number
  /** Whether a finished page answered it. */
  kept?: boolean
}

/** Writes one line of the log for a request, and counts it. */
export function recordRequest({ log, metrics }: RequestRecords, request: RecordedRequest): void {
  const { path, start, kept, ...facts } = request
  const took = performance.now() - start
  metrics?.countRequest({ method: facts.method, path, status: facts.status, ms: took, kept })
  const level = path === '/healthz' || path === '/readyz' ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round(took)
  const { requestId, method, query, status } = facts
  log[level]({ requestId, method, path: pathWithoutSecrets(path), query, status, ms }, 'request')
}
