import { type OpenAPIHono } from '@hono/zod-openapi'
import { ZodType } from 'zod'
import { type ApiEnv } from '../http/http.ts'

/** What a route parses of a request. */
export interface CallSchemas {
  body: ZodType | undefined
  params: ZodType | undefined
}

/**
 * The schemas that routes declare, by method and pattern (`POST /v1/orders/:id/email`). They are
 * collected when one is first needed, because routes are added after the middleware that asks.
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
