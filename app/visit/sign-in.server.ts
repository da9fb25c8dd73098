import { RolesReply } from '#contract/catalogue.ts'
import { type Account, JwtReply, type User, UserReply } from '#contract/people.ts'
import { SecondFactorReply } from '#contract/second-factor.ts'
import { createApiClient } from './api-client.server.ts'
import { type ShopSession } from './session.server.ts'
import { type ShopContext } from './shop-context.server.ts'
import { type ApiClient, type ApiResult } from './api-result.ts'

/** The visitor, by the session's token. */
export interface SignedIn {
  /** The client with the session's token, a guest's or an account's; undefined without one. */
  userApi: ApiClient | undefined
  /** The logged-in account; undefined for guests and visitors. */
  user: Account | undefined
  /** The session differs from the cookie: it must be set again. */
  changed: boolean
  /** The service does not answer, so the owner of the token is unknown. */
  isServiceDown?: boolean
}

/**
 * Checks the session's token. An account's expired token is renewed silently; an invalid one is
 * removed, and the page continues for a visitor (spec section 4). If `/v1` does not answer, the
 * token stays, so that an outage logs nobody out.
 */
export async function checkSession(shop: ShopContext, session: ShopSession): Promise<SignedIn> {
  const token = session.get('token')
  if (token === undefined) return { userApi: undefined, user: undefined, changed: false }
  const first = await readTokenOwner(shop, token, isGuest(session))
  if (first.kind === 'known') return { ...first, changed: false }
  const renewed = isGuest(session) ? undefined : await renewToken(shop, token)
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
  // The account has turned on a second factor since: this session has not shown one.
  if (!me.ok && (me.status === 401 || me.code === SECOND_FACTOR_NEEDED)) return { kind: 'refused' as const }
  const isServiceDown = !me.ok && me.code === 'service_unavailable'
  return {
    kind: 'known' as const,
    userApi,
    user: me.ok && !guest ? findAccount(me.data.user) : undefined,
    isServiceDown,
  }
}

/** Nobody logs in without an e-mail. */
const findAccount = ({ email, ...user }: User): Account | undefined =>
  email === null ? undefined : { ...user, email }

async function renewToken(shop: ShopContext, token: string): Promise<string | undefined> {
  const result = await createApiClient(shop, token).post('/v1/user_token/renew', JwtReply, { body: {} })
  return result.ok ? result.data.jwt : undefined
}

function clearSession(session: ShopSession): void {
  session.unset('token')
  session.unset('guest')
}

/**
 * Logs in. The session gets a new token, whoever used it before; a guest's unpaid order and draft
 * are kept.
 */
export async function logIn(
  shop: ShopContext,
  session: ShopSession,
  auth: { email: string; password: string },
  from: { device_token?: string; shop_url?: string } = {},
): Promise<ApiResult<{ jwt: string }>> {
  const before = session.get('token')
  const guest = isGuest(session)
  const body = { auth, ...from, ...(guest && before !== undefined ? { guest_token: before } : {}) }
  const result = await createApiClient(shop).post('/v1/user_token', JwtReply, { body })
  if (result.ok) await enterWithToken(shop, session, result.data.jwt)
  const waiting =
    !result.ok && result.code === SECOND_FACTOR_NEEDED ? JwtReply.safeParse(result.body) : undefined
  if (waiting?.success) session.set('awaiting', waiting.data.jwt)
  return result
}

const SECOND_FACTOR_NEEDED = 'second_factor_needed'

/** The password was right, and the page at `/account/code` asks for the rest. */
export const isSecondFactorNeeded = (result: ApiResult<unknown>): boolean =>
  !result.ok && result.code === SECOND_FACTOR_NEEDED

/**
 * Finishes a log-in whose password was right with a code of the app, or one on paper. Until then the
 * session stays the guest's, whose unpaid order and draft are kept. Undefined when no log-in waits.
 */
export async function showLogInCode(
  shop: ShopContext,
  session: ShopSession,
  sent: { code: string } | { recovery_code: string },
): Promise<ApiResult<unknown> | undefined> {
  const token = session.get('awaiting')
  if (token === undefined) return undefined
  const api = createApiClient(shop, token)
  const before = session.get('token')
  const guest = isGuest(session) && before !== undefined ? { guest_token: before } : {}
  const result =
    'code' in sent
      ? await api.put('/v1/second_factor', SecondFactorReply, { body: { second_factor: sent, ...guest } })
      : await api.put('/v1/second_factor/recovery_codes', SecondFactorReply, {
          body: { recovery_code: sent, ...guest },
        })
  if (result.ok) await enterWithToken(shop, session, token)
  // The log-in has ended, or its account asks for no code any more: the password is typed again.
  if (result.ok || result.status === 401 || result.status === 409) session.unset('awaiting')
  return result
}

/** Gives the session the token of an account, and ends the one of the account before. */
export async function enterWithToken(shop: ShopContext, session: ShopSession, jwt: string): Promise<void> {
  const before = session.get('token')
  if (before !== undefined && !isGuest(session)) await endToken(shop, before)
  clearSession(session)
  session.set('token', jwt)
}

/** Ends the token at `/v1`. Whatever the outcome, the caller deletes the session. */
export async function logOut(shop: ShopContext, session: ShopSession): Promise<void> {
  const token = session.get('token')
  if (token !== undefined) await endToken(shop, token)
}

/** An account's expired token could still be renewed: therefore it is renewed and then revoked. */
async function endToken(shop: ShopContext, token: string): Promise<void> {
  const ended = await createApiClient(shop, token).delete('/v1/user_token')
  if (ended.ok || ended.status !== 401) return
  const fresh = await renewToken(shop, token)
  if (fresh !== undefined) await createApiClient(shop, fresh).delete('/v1/user_token')
}

/**
 * The names of a user's roles (spec section 6): they decide what is shown, never what is allowed.
 */
export async function findRoleNames(api: ApiClient, user: User): Promise<string[]> {
  if (user.role_ids.length === 0) return []
  const result = await api.get('/v1/roles', RolesReply)
  const roles = result.ok ? result.data.roles : []
  return roles.filter(({ id }) => user.role_ids.includes(id)).map(({ name }) => name)
}
