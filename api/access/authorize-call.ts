import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { findAccess, permissions, getRequiredScope } from '../rules/access/permissions.ts'
import { type ApiEnv, refusalReply } from '../http/http.ts'

/**
 * Checks a call against the permission table. Calls with reach `own` restrict their rows
 * themselves.
 */
export const authorizeCall = createMiddleware<ApiEnv>(async (c, next) => {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  // The first matching route answers: `/users/me` before `/users/:id`.
  const route = matchedRoutes(c).find((one) => one.method === method)
  // Without a route the general 404 follows.
  if (!route) return next()
  const caller = c.get('caller')
  const reach = findAccess(`${method} ${route.path}`, caller)
  const scope =
    caller.kind === 'visitor' || !caller.apiKey ? undefined : getRequiredScope(`${method} ${route.path}`)
  const hasScope =
    scope === undefined || (caller.kind === 'key' && caller.apiKey?.scopes.includes(scope) === true)
  if ((reach === 'own' || reach === 'any') && hasScope) {
    c.set('reach', reach)
    return next()
  }
  if (caller.kind === 'visitor') {
    return refusalReply(c, 401, { error: 'Please log in or continue as a guest.', code: 'unauthorized' })
  }
  const error = caller.kind === 'key' ? 'This key may not do this.' : 'Your account may not do this.'
  return refusalReply(c, 403, { error, code: 'forbidden' })
})

/**
 * Checks at start that every call has a row in the permission table.
 *
 * @throws Error that names each call without a row
 */
export function requirePermissionRows(routes: readonly { method: string; path: string }[]): void {
  const missing = routes
    .filter(({ method, path }) => method !== 'ALL' && !(`${method} ${path}` in permissions))
    .map(({ method, path }) => `${method} ${path}`)
  if (missing.length > 0) {
    throw new Error(
      `Calls without a row in api/rules/access/permissions.ts: ${[...new Set(missing)].join(', ')}`,
    )
  }
}
