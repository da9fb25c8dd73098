import { type AppLoadContext } from '@remix-run/node'
import { type Brand } from '#contract/catalogue.ts'
import { type User } from '#contract/people.ts'
import { createApiClient } from './api-client.server.ts'
import { readCampaignArrival } from './arrival.server.ts'
import { isSpecOnlyService, requireBrand } from './brand.server.ts'
import { type CheckoutQuery, parseCheckoutQuery } from './checkout-query.ts'
import { NOT_FOUND_PAGE, UNREACHABLE } from './error-messages.ts'
import { commitSession, getSession, PRIVATE_HEADERS, type ShopSession } from './session.server.ts'
import { getShopContext, type ShopContext } from './shop-context.server.ts'
import { checkSession } from './sign-in.server.ts'
import { type ApiClient, type ApiResult } from './api-result.ts'

/** Everything a checkout page starts from: who asks, what for, and what they hold already. */
export interface Visit {
  shop: ShopContext
  session: ShopSession
  /** Calls as anybody: a stale token must not close the catalogue. */
  api: ApiClient
  /** Calls with the session's token; undefined without one. */
  userApi: ApiClient | undefined
  /** The account that is logged in; undefined for guests and visitors. */
  user: User | undefined
  /** The session's token was renewed or removed: the cookie must be sent again. */
  changed: boolean
  brand: Brand
  /** The service knows the calls of spec section 7 only. */
  specOnly: boolean
  query: CheckoutQuery
  /** Where the visitor came from, for the order's tags. */
  tags: string[]
  now: Date
}

/**
 * A page that is made after its form was refused sees what the form changed: both belong to one
 * request.
 */
const sessions = new WeakMap<AppLoadContext, ShopSession>()

/** @throws Response 404 when no brand answers at this host */
export async function loadVisit(request: Request, context: AppLoadContext): Promise<Visit> {
  const shop = getShopContext(context)
  const session = sessions.get(context) ?? (await getSession(request, shop))
  sessions.set(context, session)
  const [brand, basic] = await Promise.all([requireBrand(request, context), isSpecOnlyService(shop)])
  const { query, tags } = await addArrivalCookie(request, shop)
  const { userApi, user, changed, isServiceDown } = await checkSession(shop, session)
  // Whoever is logged in is not shown a way to log in; what a form sends goes on, so that what was
  // typed stays.
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
 * The address, with what a campaign's link said before: its code is put in where the address says
 * nothing of one.
 */
async function addArrivalCookie(request: Request, shop: ShopContext) {
  const query = parseCheckoutQuery(new URL(request.url).searchParams)
  const arrival = await readCampaignArrival(request, shop)
  const code = query.code ?? arrival.code
  // Nothing to take away: it need not be said in every address.
  query.code = code === '' && arrival.code === undefined ? undefined : code
  return { query, tags: arrival.tags }
}

/**
 * Headers of a page that shows a visit: kept nowhere, and the cookie once more where its token was
 * renewed or removed.
 */
export async function visitHeaders({ shop, session, changed }: Visit): Promise<Record<string, string>> {
  return changed
    ? { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
    : { ...PRIVATE_HEADERS }
}

/**
 * The body of an answer a page cannot do without. @throws Response 404, 503, or with the refusal's
 * status and sentence
 */
export function requireData<T>(result: ApiResult<T>): T {
  if (result.ok) return result.data
  const lost = result.status === 404 || result.status === 422
  // Who may not ask for what everybody may see has the wrong service, or a broken one.
  const broken = result.status >= 500 || result.status === 401 || result.status === 403
  throw new Response(lost ? NOT_FOUND_PAGE : broken ? UNREACHABLE : result.message, {
    status: lost ? 404 : broken ? 503 : result.status,
    headers: PRIVATE_HEADERS,
  })
}
