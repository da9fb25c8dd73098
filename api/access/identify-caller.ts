import { createMiddleware } from 'hono/factory'
import { authenticate } from './authenticate.ts'
import { authenticateKey, isApiKey } from './authenticate-key.ts'
import { type ApiDeps } from '../deps.ts'
import { type ApiEnv, refusalReply } from '../http/http.ts'

/**
 * Reads the bearer token into `caller`. Without a token the caller is a visitor. A forged, expired
 * or revoked token is refused, so that nobody continues as a visitor without noticing. Only the
 * renewal accepts an expired token, if its session is still valid.
 */
export const identifyCaller = createMiddleware<ApiEnv>(async (c, next) => {
  const header = c.req.header('authorization')
  if (header === undefined) return next()
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  const renewing = c.req.method === 'POST' && c.req.path === '/v1/user_token/renew'
  const result = await identify(c.get('deps'), token, renewing)
  if (!result?.ok) {
    return refusalReply(
      c,
      401,
      { error: 'Please log in again.', code: 'unauthorized' },
      { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    )
  }
  c.set('caller', result.caller)
  return next()
})

/** A person's token, or the key of another system. */
async function identify(deps: ApiDeps, token: string | undefined, renewing: boolean) {
  if (token === undefined) return undefined
  return isApiKey(token) ? authenticateKey(deps, token) : authenticate(deps, token, { renewing })
}
