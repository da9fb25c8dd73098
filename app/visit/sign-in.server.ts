import { RolesReply } from '#contract/catalogue.ts'
import { JwtReply, type User, UserReply } from '#contract/people.ts'
import { createApiClient } from './api-client.server.ts'
import { type ShopSession } from './session.server.ts'
import { type ShopContext } from './shop-context.server.ts'
import { type ApiClient, type ApiResult } from './api-result.ts'

/** Who asks, as far as the session's token says. */
export interface SignedIn {
  /** Calls with the session's token, a guest's or an account's; undefined without one. */
  userApi: ApiClient | undefined
  /** The account that is logged in; undefined for guests and visitors. */
  user: User | undefined
  /** The session is not what the cookie says any more: it must be sent again. */
  changed: boolean
  /** The service is away for a moment, and nobody knows whose token it is. */
  isServiceDown?: boolean
}

/**
 * Looks whether the session's token still counts. An account's token past its hour is renewed
 * without anybody noticing; one that is good for nothing any more is removed, and the page goes on
 * for a visitor (spec section 4). When `/v1` does not answer, the token stays: an outage logs
 * nobody out.
 */
export async function checkSession(shop: ShopContext, session: ShopSession): Promise<SignedIn> {
  const token = session.get('token')
  if (token === undefined) return { userApi: undefined, user: undefined, changed: false }
  const first = await readTokenOwner(shop, token, isGuest(session))
  if (first.kind === 'known') return { ...first, changed: false }
  const renewed = isGuest(session) ? undefined : await renew(shop, token)
  if (renewed !== undefined) {
    session.set('token', renewed)
    const second = await readTokenOwner(shop, renewed, false)
    if (second.kind === 'known') return { ...second, changed: true }
  }
  clearSession(session)
  return { userApi: undefined, user: undefined, changed: true }
}

const isGuest = (session: ShopSession) => session.get('guest') !== undefined

async function readTokenOwner(shop: ShopContext, token: string, guest: boolean) {
  const userApi = createApiClient(shop, token)
  const me = await userApi.get('/v1/users/me', UserReply)
  if (!me.ok && me.status === 401) return { kind: 'refused' as const }
  const isServiceDown = !me.ok && me.code === 'service_unavailable'
  return { kind: 'known' as const, userApi, user: me.ok && !guest ? me.data.user : undefined, isServiceDown }
}

async function renew(shop: ShopContext, token: string): Promise<string | undefined> {
  const result = await createApiClient(shop, token).post('/v1/user_token/renew', JwtReply, { body: {} })
  return result.ok ? result.data.jwt : undefined
}

function clearSession(session: ShopSession): void {
  session.unset('token')
  session.unset('guest')
}

/**
 * Logs in. The session gets the token of a session of its own, whoever was here before; of a guest
 * the unpaid order and what was typed go along.
 */
export async function logIn(
  shop: ShopContext,
  session: ShopSession,
  auth: { email: string; password: string },
): Promise<ApiResult<{ jwt: string }>> {
  const before = session.get('token')
  const guest = isGuest(session)
  const body = { auth, ...(guest && before !== undefined ? { guest_token: before } : {}) }
  const result = await createApiClient(shop).post('/v1/user_token', JwtReply, { body })
  if (!result.ok) return result
  if (before !== undefined && !guest) await endToken(shop, before)
  clearSession(session)
  session.set('token', result.data.jwt)
  return result
}

/** Ends the token at `/v1`. Whatever comes of it, the caller forgets the session. */
export async function logOut(shop: ShopContext, session: ShopSession): Promise<void> {
  const token = session.get('token')
  if (token !== undefined) await endToken(shop, token)
}

/**
 * An account's token past its hour still opens its session when renewed: so that is what ends here.
 */
async function endToken(shop: ShopContext, token: string): Promise<void> {
  const ended = await createApiClient(shop, token).delete('/v1/user_token')
  if (ended.ok || ended.status !== 401) return
  const fresh = await renew(shop, token)
  if (fresh !== undefined) await createApiClient(shop, fresh).delete('/v1/user_token')
}

/**
 * The names of a user's roles, by the list of roles (spec section 6): for what is shown, never for
 * what is allowed.
 */
export async function findRoleNames(api: ApiClient, user: User): Promise<string[]> {
  if (user.role_ids.length === 0) return []
  const result = await api.get('/v1/roles', RolesReply)
  const roles = result.ok ? result.data.roles : []
  return roles.filter(({ id }) => user.role_ids.includes(id)).map(({ name }) => name)
}
