import { createMiddleware } from 'hono/factory'
import { authenticate } from './authenticate.ts'
import { authenticateKey, isApiKey } from './authenticate-key.ts'
import { type ApiDeps } from '../deps.ts'
import { type ApiEnv, refusalReply } from '../http/http.ts'

/**
 * Reads the bearer token into `caller`. Without one the caller is a visitor; with one that is
 * forged, expired or revoked the call is refused, so that nobody goes on as a visitor without
 * noticing. Only renewing takes a token past its hour: the session behind it says whether it still
 * counts.
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
