import { type OpenAPIHono } from '@hono/zod-openapi'
import { ZodType } from 'zod'
import { type ApiEnv } from '../http/http.ts'

/** The schemas that a route parses a request with. */
export interface CallSchemas {
  body: ZodType | undefined
  params: ZodType | undefined
}

/**
 * The schemas that routes declare, by method and pattern (`POST /v1/orders/:id/email`). They are
 * collected on first use, because routes are added after the middleware that needs them.
 */
export function requestSchemas(app: OpenAPIHono<ApiEnv>): (call: string) => CallSchemas | undefined {
  let known: ReadonlyMap<string, CallSchemas> | undefined
  return (call) => (known ??= collect(app)).get(call)
}

function collect(app: OpenAPIHono<ApiEnv>): ReadonlyMap<string, CallSchemas> {
  const routes = app.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route] : []))
  return new Map(
    routes.map(({ method, path, request }) => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
      const schemas = {
        body: schemaOf(request?.body?.content['application/json']),
        params: asSchema(request?.params),
      }
      return [`${method.toUpperCase()} ${pattern}`, schemas]
    }),
  )
}

const asSchema = (value: unknown): ZodType | undefined => (value instanceof ZodType ? value : undefined)
const schemaOf = (media: object | undefined) =>
  asSchema(media && 'schema' in media ? media.schema : undefined)
