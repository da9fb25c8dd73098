import { type AppLoadContext } from '@remix-run/node'
import { type Brand } from '#contract/catalogue.ts'
import { type Account } from '#contract/people.ts'
import { createApiClient } from './api-client.server.ts'
import { readCampaignArrival } from './arrival.server.ts'
import { isSpecOnlyService, requireBrand } from './brand.server.ts'
import { type CheckoutQuery, parseCheckoutQuery } from './checkout-query.ts'
import { NOT_FOUND_PAGE, UNREACHABLE } from './error-messages.ts'
import { commitSession, getSession, PRIVATE_HEADERS, type ShopSession } from './session.server.ts'
import { getShopContext, type ShopContext } from './shop-context.server.ts'
import { checkSession } from './sign-in.server.ts'
import { type ApiClient, type ApiResult } from './api-result.ts'

/** The data that a checkout page starts from: the visitor, the query, and the order in progress. */
export interface Visit {
  shop: ShopContext
  session: ShopSession
  /** The client without a token: an expired token must not close the catalogue. */
  api: ApiClient
  /** The client with the session's token; undefined without one. */
  userApi: ApiClient | undefined
  /** The logged-in account; undefined for guests and visitors. */
  user: Account | undefined
  /** The session's token was renewed or removed: the cookie must be set again. */
  changed: boolean
  brand: Brand
  /** The service has only the calls of spec section 7. */
  specOnly: boolean
  query: CheckoutQuery
  /** The visitor's origin, for the order's tags. */
  tags: string[]
  now: Date
}

/**
 * Cached for the request, so that a page rendered after a refused form has what the form changed.
 */
const sessions = new WeakMap<AppLoadContext, ShopSession>()

/** @throws Response 404 if the host belongs to no brand */
export async function loadVisit(request: Request, context: AppLoadContext): Promise<Visit> {
  const shop = getShopContext(context)
  const session = sessions.get(context) ?? (await getSession(request, shop))
  sessions.set(context, session)
  const [brand, basic] = await Promise.all([requireBrand(request, context), isSpecOnlyService(shop)])
  const { query, tags } = await addArrivalCookie(request, shop)
  const { userApi, user, changed, isServiceDown } = await checkSession(shop, session)
  // During an outage a page must not offer the log-in to an account that is logged in. A submitted
  // form continues, so that what was typed is kept.
  if (isServiceDown && request.method === 'GET')
    throw new Response(UNREACHABLE, { status: 503, headers: PRIVATE_HEADERS })
  return {
    shop,
    session,
    changed,
    brand,
    specOnly: basic,
    query,
    tags,
    api: createApiClient(shop),
    userApi,
    user,
    now: new Date(),
  }
}

/**
 * The query, with the code of an earlier campaign link filled in unless the query has a code or
 * says none.
 */
async function addArrivalCookie(request: Request, shop: ShopContext) {
  const query = parseCheckoutQuery(new URL(request.url).searchParams)
  const arrival = await readCampaignArrival(request, shop)
  const code = query.code ?? arrival.code
  // There is no code to suppress, so the address need not say "none".
  query.code = code === '' && arrival.code === undefined ? undefined : code
  return { query, tags: arrival.tags }
}

/**
 * Headers of a page that depends on the visit: never cached, with the cookie if its token was
 * renewed or removed.
 */
export async function visitHeaders({ shop, session, changed }: Visit): Promise<Record<string, string>> {
  return changed
    ? { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
    : { ...PRIVATE_HEADERS }
}

/**
 * The body of an answer that a page needs.
 *
 * @throws Response 404, 503, or with the refusal's status and message
 */
export function requireData<T>(result: ApiResult<T>): T {
  if (result.ok) return result.data
  const isUnknown = result.status === 404 || result.status === 422
  // A refusal of public data means that the service is the wrong one, or broken.
  const broken = result.status >= 500 || result.status === 401 || result.status === 403
  throw new Response(isUnknown ? NOT_FOUND_PAGE : broken ? UNREACHABLE : result.message, {
    status: isUnknown ? 404 : broken ? 503 : result.status,
    headers: PRIVATE_HEADERS,
  })
}
