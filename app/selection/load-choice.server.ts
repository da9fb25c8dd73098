import { type AppLoadContext } from '@remix-run/node'
import { type z } from 'zod'
import {
  type AvailabilityDay,
  AvailabilityDayReply,
  type AvailabilityMonth,
  AvailabilityMonthReply,
} from '#contract/availability.ts'
import { type Brand, type Product, ProductReply, type Upgrade, UpgradesReply } from '#contract/catalogue.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type User } from '#contract/people.ts'
import { type Prize } from '#contract/prize.ts'
import { type Quote, QuoteReply, type QuoteRequest } from '#contract/quote.ts'
import { type CheckoutQuery, parseCheckoutQuery } from '../visit/checkout-query.ts'
import { type Choice, checkChoice } from './choice.ts'
import { toLocalDate } from '../format/local-time.ts'
import { firstOpenDay } from '../catalogue/month-grid.ts'
import { NOT_FOUND_PAGE, UNREACHABLE } from '../frame/page-error.tsx'
import { checkSession } from '../visit/sign-in.server.ts'
import { type ApiClient, type ApiResult, createApiClient } from '../visit/api-client.server.ts'
import { readCampaignArrival } from '../visit/arrival.server.ts'
import { isSpecOnlyService, requireBrand } from '../visit/brand.server.ts'
import { loadPartyWeights } from '../passengers/party-weights.server.ts'
import { findPrize, getPrizeId } from './find-prize.server.ts'
import { findAcceptedOffer } from '../waitlist/find-offer.server.ts'
import { commitSession, getSession, PRIVATE_HEADERS, type ShopSession } from '../visit/session.server.ts'
import { getShopContext, type ShopContext } from '../visit/shop-context.server.ts'

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
 * Asks as the visitor, so that their own held seats do not look taken; a token past its time must
 * not close the shop, so then it asks as anybody.
 */
async function ask<T>(
  { userApi, api }: Visit,
  call: (client: ApiClient) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const result = userApi && (await call(userApi))
  return result && (result.ok || result.status !== 401) ? result : call(api)
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

/** @param product id or slug, as the address has it. @throws Response 404 */
export async function requireProduct({ api, brand }: Visit, product: string | undefined): Promise<Product> {
  const lost = new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  if (!product) throw lost
  const path = `/v1/products/${encodeURIComponent(product)}`
  const data = requireData(await api.get(path, ProductReply, { query: { selling_brand_id: brand.id } }))
  if (!brand.product_brand_ids.includes(data.product.brand_id)) throw lost
  return data.product
}

/**
 * The visitor's order under way, as it stands now; undefined when there is none within their reach.
 */
export async function findOwnOrder({ userApi, session }: Visit): Promise<Order | undefined> {
  const kept = session.get('order')
  if (!kept || !userApi) return undefined
  const result = await userApi.get(`/v1/orders/${String(kept.id)}`, OrderReply)
  return result.ok ? result.data.order : undefined
}

/**
 * The party as the availability is asked for it; where only whole flights are sold, it is one of
 * those.
 */
const party = (
  query: CheckoutQuery,
  product: Product,
): { quantity: number; quantity_type: QuantityType } => ({
  quantity: query.quantity.value ?? 1,
  quantity_type: product.seat_price === null ? 'flight' : (query.quantityType ?? 'seat'),
})

/** Seats that are kept for the visitor's place on the waitlist do not look taken to them. */
function inHand({ session, specOnly }: Visit): { waitlist_offer?: string } {
  const offer = specOnly ? undefined : findAcceptedOffer(session)
  return offer === undefined ? {} : { waitlist_offer: offer }
}

/** The month on show: the asked one, else the date's, else the first with a flight. */
async function loadMonth(visit: Visit, product: Product): Promise<AvailabilityMonth> {
  const { brand, query, now } = visit
  const weights = await loadPartyWeights(visit)
  const load = async (month: string) => {
    const call = {
      query: {
        product_id: product.id,
        selling_brand_id: brand.id,
        month,
        ...party(query, product),
        ...inHand(visit),
      },
    }
    return requireData(
      await ask(visit, (client) =>
        weights
          ? client.post('/v1/availability/month', AvailabilityMonthReply, {
              body: { ...call.query, weights },
            })
          : client.get('/v1/availability/month', AvailabilityMonthReply, call),
      ),
    ).availability
  }
  const asked = query.month ?? query.date?.slice(0, 7)
  const month = await load(asked ?? toLocalDate(now.toISOString(), brand.time_zone).slice(0, 7))
  const first = month.first_available_date?.slice(0, 7)
  if (asked || firstOpenDay(month) || !first || first === month.month) return month
  return load(first)
}

async function loadDay(visit: Visit, product: Product, date: string): Promise<AvailabilityDay> {
  const { brand, query } = visit
  const call = {
    query: {
      product_id: product.id,
      selling_brand_id: brand.id,
      date,
      ...party(query, product),
      ...inHand(visit),
    },
  }
  const weights = await loadPartyWeights(visit)
  return requireData(
    await ask(visit, (client) =>
      weights
        ? client.post('/v1/availability/day', AvailabilityDayReply, { body: { ...call.query, weights } })
        : client.get('/v1/availability/day', AvailabilityDayReply, call),
    ),
  ).availability
}

/** What a product can be upgraded with, in its own order. */
export async function loadUpgrades({ api }: Visit, product: Product): Promise<Upgrade[]> {
  if (product.upgrade_ids.length === 0) return []
  const result = await api.get('/v1/upgrades', UpgradesReply, { query: { id: product.upgrade_ids } })
  const byId = new Map(result.ok ? result.data.upgrades.map((one) => [one.id, one]) : [])
  return product.upgrade_ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The price of a settled choice; undefined while it is not settled, or when the service does not
 * price it.
 *
 * @param tenders what is to pay it beside a card
 */
export async function findQuote(
  visit: Visit,
  choice: Choice,
  tenders: Partial<z.input<typeof QuoteRequest>> = {},
): Promise<Quote | undefined> {
  const { brand, query } = visit
  const { departure, quantity, quantityType } = choice
  if (!departure || quantity === undefined) return undefined
  const weights = await loadPartyWeights(visit)
  const body = {
    brand_id: brand.id,
    departure_id: departure.departure_id,
    depart_at: departure.depart_at,
    quantity_type: quantityType,
    quantity,
    upgrades: query.upgradeIds.map((upgrade_id) => ({ upgrade_id })),
    ...(query.code ? { discount_code_code: query.code } : {}),
    ...(weights ? { weights } : {}),
    ...consentOf(visit),
    ...(await getPrizeId(visit)),
    ...tenders,
    ...inHand(visit),
  }
  const result = await ask(visit, (client) => client.post('/v1/quotes', QuoteReply, { body }))
  return result.ok ? result.data.quote : undefined
}

/** The membership that is agreed to with this purchase, as the service takes it. */
function consentOf({ session, specOnly }: Visit): { membership_plan_id?: number } {
  const plan = session.get('membership')
  return plan === undefined || specOnly ? {} : { membership_plan_id: plan }
}

export interface LoadedChoice {
  day: AvailabilityDay
  choice: Choice
  quote: Quote | undefined
  upgrades: Upgrade[]
  /** What whoever is logged in won, and can have here. */
  prize: Prize | undefined
}

/** The departures of a day as this visitor sees them, what they chose of it, and its price. */
export async function loadChoice(
  visit: Visit,
  product: Product,
  { date, continuing }: { date: string; continuing: boolean },
): Promise<LoadedChoice> {
  const [day, offered] = await Promise.all([loadDay(visit, product, date), loadUpgrades(visit, product)])
  const sold = { seats: product.seat_price !== null, flights: product.flight_price !== null }
  visit.query.upgradeIds = visit.query.upgradeIds.filter((id) => offered.some((one) => one.id === id))
  const choice = checkChoice({ query: visit.query, day, sold, continuing })
  const prize = await findPrize(visit, product.upgrade_ids)
  return { day, choice, quote: await findQuote(visit, choice), upgrades: offered, prize }
}

/** The month, and the day to show of it: the asked one, else the first open one. */
export async function loadCalendar(visit: Visit, product: Product) {
  const month = await loadMonth(visit, product)
  const date = visit.query.date ?? firstOpenDay(month) ?? month.first_available_date ?? month.from_date
  return { month, date }
}
