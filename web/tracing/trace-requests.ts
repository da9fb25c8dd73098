import { type MiddlewareHandler } from 'hono'
import { type Settings } from '#settings/settings.ts'
import { type CallFacts } from '../call-facts.ts'
import { pathWithoutSecrets } from '../masked-path.ts'
import { type WebEnv } from '../request-facts.ts'
import { type Tracing } from './open-tracing.ts'

/** Follows each request from here on; health pages and the like are asked for every few seconds. */
export function traceRequests(
  { traceRequest }: Tracing,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    if (UNTRACED.has(c.req.path)) return next()
    await traceRequest(
      {
        method: c.req.method,
        path: pathWithoutSecrets(c.req.path),
        requestId: c.get('requestId'),
        parent: trustProxy ? c.req.header('traceparent') : undefined,
      },
      async () => {
        await next()
        return c.res
      },
    )
  }
}

const UNTRACED = new Set(['/healthz', '/readyz', '/metrics'])

interface Api {
  fetch(request: Request, facts: CallFacts): Promise<Response>
}

/** Follows the calls of `/v1` by the shop's own pages. */
export function traceCalls(api: Api, { tracing }: { tracing?: Tracing | undefined }): Api {
  if (!tracing) return api
  return {
    fetch: (request, facts) => {
      const path = pathWithoutSecrets(new URL(request.url).pathname)
      return tracing.traceCall(request.method, path, () => api.fetch(request, facts))
    },
  }
}
