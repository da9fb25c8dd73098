import { type OpenAPIHono } from '@hono/zod-openapi'
import { permissions } from '../../rules/access/permissions.ts'
import { type ApiEnv } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { COMMON_COMPONENTS, refusal } from './common-components.ts'
import { extractSchemas, isObject } from './extract-schemas.ts'
import { nameOperation } from './name-operation.ts'
import { findTag, TAGS } from './tags.ts'

type Json = Record<string, unknown>

/**
 * Creates the OpenAPI document of `/v1` from the routes' declarations and adds what they share:
 * operation names, tags, permissions, refusals with examples, and the headers `Idempotency-Key` and
 * `If-Match`.
 */
export function describeService(app: OpenAPIHono<ApiEnv>): object {
  const base = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Flight shop',
      version: '1',
      description: 'Flights, gift cards, orders and payments. /v1/docs explains how to call it.',
    },
    servers: [{ url: '/' }],
    tags: TAGS,
  })
  const document: Json = withPortablePatterns(JSON.parse(JSON.stringify(base)) as Json)
  const replayed = findIdempotentCalls(app)
  const paths = entriesOf(document['paths']).map(([path]) => path)
  for (const [path, methods] of entriesOf(document['paths'])) {
    for (const [method, operation] of entriesOf(methods)) {
      if (!isObject(operation)) continue
      operation['operationId'] = nameOperation(method, path, paths)
      if (operation['operationId'] !== '')
        complete(operation, { method, path, replayed: replayed.has(`${method} ${path}`) })
    }
  }
  document['components'] = COMMON_COMPONENTS
  delete document['webhooks']
  extractSchemas(document)
  return document
}

interface Call {
  method: string
  path: string
  /** The call replays its first answer for a repeated `Idempotency-Key`. */
  replayed: boolean
}

/** Adds to a call what its route does not declare itself. */
function complete(operation: Json, call: Call): void {
  const { path, replayed } = call
  operation['tags'] = [findTag(path)]
  operation['security'] = securityOf(call)
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  const headers = [
    ...(replayed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(bindsToVersion(operation, call) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ]
  if (parameters.length + headers.length > 0) operation['parameters'] = [...parameters, ...headers]
  const declared = isObject(operation['responses']) ? operation['responses'] : {}
  operation['responses'] = { ...refusalsOf(operation, call), ...declared }
}

/**
 * The security of a call: none for visitors, a token for people, and API keys if the permission
 * table allows them.
 */
function securityOf(call: Call): Json[] {
  const row = permissionsOf(call)
  return [
    ...(row.visitor === 'no' ? [] : [{}]),
    ...(['guest', 'customer', 'pilot', 'staff', 'admin'].some((who) => row[who] !== 'no')
      ? [{ bearer: [] }]
      : []),
    ...(row['key'] === 'no' ? [] : [{ apiKey: [] }]),
  ]
}

function permissionsOf({ method, path }: Call): Readonly<Record<string, string>> {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  const row = permissions[`${method.toUpperCase()} ${pattern}`]
  if (!row) throw new Error(`No permissions for ${method} ${path}`)
  return row
}

/** True for changes of rows that are read with an `ETag`, because they accept `If-Match`. */
const bindsToVersion = (operation: Json, { method, path }: Call): boolean =>
  ['patch', 'delete'].includes(method) &&
  /^\/v1\/[a-z_]+\/\{id\}$/.test(path) &&
  !isObject(isObject(operation['responses']) ? operation['responses']['412'] : undefined)

function refusalsOf(operation: Json, call: Call): Json {
  const { method, path } = call
  const row = permissionsOf(call)
  const hasBody = operation['requestBody'] !== undefined
  const writes = method !== 'get'
  const asks = hasBody || (Array.isArray(operation['parameters']) && operation['parameters'].length > 0)
  return {
    ...(hasBody ? { 400: refusal('BadRequest') } : {}),
    401: refusal('Unauthorized'),
    ...(row['customer'] === 'any' ? {} : { 403: refusal('Forbidden') }),
    ...(path.includes('{') ? { 404: refusal('NotFound') } : {}),
    ...(writes ? { 409: refusal('Conflict') } : {}),
    ...(bindsToVersion(operation, call) ? { 412: refusal('PreconditionFailed') } : {}),
    ...(hasBody ? { 415: refusal('UnsupportedMediaType') } : {}),
    ...(asks ? { 422: refusal('UnprocessableContent') } : {}),
    429: refusal('TooManyRequests'),
    503: refusal('ServiceUnavailable'),
  }
}

/** The calls (`post /v1/orders/{id}`) whose route uses the idempotency middleware. */
const findIdempotentCalls = (app: OpenAPIHono<ApiEnv>): Set<string> =>
  new Set(
    app.routes
      .filter(({ handler }) => handler === idempotent)
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`),
  )

/**
 * Removes the `u` flag from patterns: JSON Schema's patterns are Unicode, and a flag would become
 * part of the expression.
 */
function withPortablePatterns<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withPortablePatterns) as Value
  if (!isObject(value)) return value
  const pairs = Object.entries(value).map(([key, part]) => [
    key,
    key === 'pattern' && typeof part === 'string' ? part.replace(/\/u$/, '') : withPortablePatterns(part),
  ])
  return Object.fromEntries(pairs) as Value
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])
