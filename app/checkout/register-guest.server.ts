import { JwtReply } from '#contract/people.ts'
import { createApiClient } from '../visit/api-client.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

export interface Guest {
  email: string
  phone: string | undefined
}

const guestKey = ({ email, phone }: Guest) => `${email.toLowerCase()} ${phone ?? ''}`

/** The client of a guest whose e-mail and phone are unchanged; undefined for a new guest. */
export function findKnownGuest({ userApi, session }: Visit, guest: Guest): ApiClient | undefined {
  return session.get('guest') === guestKey(guest) ? userApi : undefined
}

/**
 * Gets a token for a guest and stores it in the session.
 *
 * @param key idempotency key: submitting a form twice registers one guest
 */
export async function registerGuest(
  { shop, api, userApi, brand, session }: Visit,
  request: Request,
  guest: Guest,
  key: string,
): Promise<ApiResult<ApiClient>> {
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const customer = {
    email: guest.email,
    ...(guest.phone ? { phone: guest.phone } : {}),
    set_password_url: `${origin}/account/password-confirm`,
    tag_list: ['website'],
    brand_id: brand.id,
  }
  const call = { body: { customer }, idempotencyKey: key }
  // A session continues with a new token, so that the seats it holds can still be released.
  const renewed = await userApi?.post('/v1/customers', JwtReply, call)
  const result = renewed?.ok ? renewed : await api.post('/v1/customers', JwtReply, call)
  if (!result.ok) return result
  session.set('token', result.data.jwt)
  session.set('guest', guestKey(guest))
  return { ...result, data: createApiClient(shop, result.data.jwt) }
}
