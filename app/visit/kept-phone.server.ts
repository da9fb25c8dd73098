import { UserReply } from '#contract/people.ts'
import { createApiClient } from './api-client.server.ts'
import { type Visit } from './load-visit.server.ts'
import { commitSession, type ShopSession } from './session.server.ts'
import { type ShopContext } from './shop-context.server.ts'

/**
 * Erases the service worker of the pilot's page with all that it keeps (decision 162), and whatever
 * else pages of this host have stored in the browser.
 */
const ERASE = { 'Clear-Site-Data': '"storage"' } as const

/** Notes in the session that the pilot's page was opened, and by whom. */
export async function rememberPhone({ session, shop, user }: Visit): Promise<Record<string, string>> {
  if (!user || session.get('phoneOf') === user.id) return {}
  session.set('phoneOf', user.id)
  return { 'Set-Cookie': await commitSession(session, shop) }
}

/** The headers of a log-out. */
export const forgetPhone = (session: ShopSession): Record<string, string> =>
  session.has('phoneOf') ? ERASE : {}

/** The headers of a log-in: what the phone keeps stays for the same person alone. */
export async function forgetOtherPhone(
  shop: ShopContext,
  session: ShopSession,
): Promise<Record<string, string>> {
  const before = session.get('phoneOf')
  if (before === undefined) return {}
  const me = await createApiClient(shop, session.get('token')).get('/v1/users/me', UserReply)
  if (me.ok && me.data.user.id === before) return {}
  session.unset('phoneOf')
  return ERASE
}
