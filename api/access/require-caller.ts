import { createMiddleware } from 'hono/factory'
import { type ApiEnv, type SignedInCaller, refusalReply } from '../http/http.ts'

/** Requires a token: sets `signedIn` and refuses visitors. */
export const requireCaller = createMiddleware<ApiEnv & { Variables: { signedIn: SignedInCaller } }>(
  async (c, next) => {
    const caller = c.get('caller')
    if (caller.kind === 'visitor') {
      return refusalReply(c, 401, { error: 'Please log in or continue as a guest.', code: 'unauthorized' })
    }
    c.set('signedIn', caller)
    return next()
  },
)
