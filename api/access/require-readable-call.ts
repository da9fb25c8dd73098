import { type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { bareFieldName } from '#contract/field-names.ts'
import { findUnreadableText, isPlainText, TEXT_ONLY } from '../rules/fields/plain-text.ts'
import { type ApiEnv, NOTHING_HERE, refusalReply } from '../http/http.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i

function readsAsText(part: string): boolean {
  try {
    return isPlainText(decodeURIComponent(part))
  } catch {
    return false
  }
}

/** Refuses addresses with control characters: 404 for a path, 422 for a query parameter. */
export const readableAddress = createMiddleware<ApiEnv>(async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url)
  if (!readsAsText(pathname)) return c.json(NOTHING_HERE, 404)
  const unreadable = [...searchParams].filter(([name, value]) => !isPlainText(name) || !isPlainText(value))
  if (unreadable.length === 0) return next()
  const named = unreadable.map(([name]) => [isPlainText(name) ? name : 'base', [TEXT_ONLY]])
  return refusalReply(c, 422, Object.fromEntries(named) as Record<string, string[]>)
})

/**
 * Checks the body of calls that take JSON: another Content-Type answers 415, invalid JSON 400, and
 * control characters 422, before any schema or column sees them.
 *
 * @param takesJson whether a route declares a JSON body, by `POST /v1/orders/:id`
 */
export function readableBody(takesJson: (route: string) => boolean): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const route = matchedRoutes(c).find((one) => one.method === c.req.method)
    if (!route || !takesJson(`${c.req.method} ${route.path}`)) return next()
    const text = await c.req.text()
    // A missing body is reported by the route.
    if (text.trim() === '') return next()
    const type = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim() ?? ''
    if (!JSON_TYPE.test(type)) {
      const error = 'Send this as JSON, with the header Content-Type: application/json.'
      return refusalReply(c, 415, { error, code: 'unsupported_media_type' })
    }
    const body = parse(text)
    if (body === undefined) {
      return refusalReply(c, 400, { error: 'The body is not valid JSON.', code: 'malformed_json' })
    }
    const found = findUnreadableText(body.value)
    if (!found) return next()
    return refusalReply(c, 422, { [bareFieldName(found.path)]: [found.message] })
  })
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
