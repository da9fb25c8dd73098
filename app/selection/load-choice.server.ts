import { type z } from 'zod'
import {
  type AvailabilityDay,
  AvailabilityDayReply,
  type AvailabilityMonth,
  AvailabilityMonthReply,
} from '#contract/availability.ts'
import { type Product, ProductReply, type Upgrade, UpgradesReply } from '#contract/catalogue.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type PartyOfType } from '#contract/passenger-type.ts'
import { type Prize } from '#contract/prize.ts'
import { type Quote, QuoteReply, type QuoteRequest } from '#contract/quote.ts'
import { type CheckoutQuery } from '../visit/checkout-query.ts'
import { type Choice, checkChoice } from './choice.ts'
import { toLocalDate } from '../format/local-time.ts'
import { firstOpenDay } from '../catalogue/month-grid.ts'
import { loadPartyWeights } from '../passengers/party-weights.server.ts'
import { findPrize, getPrizeId } from './find-prize.server.ts'
import { readPartyTypes } from './party-types.ts'
import { secondOfQuote } from './two-aircraft.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { type Visit, requireData } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/**
 * Requests with the visitor's token, so that their own held seats do not look occupied. If the
 * token has expired, requests without one, so that the shop stays usable.
 */
async function callAsVisitor<T>(
  { userApi, api }: Visit,
  call: (client: ApiClient) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const result = userApi && (await call(userApi))
  return result && (result.ok || result.status !== 401) ? result : call(api)
}

/**
 * @param product id or slug, as in the address
 * @throws Response 404
 */
export async function requireProduct({ api, brand }: Visit, product: string | undefined): Promise<Product> {
  const notFound = new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  if (!product) throw notFound
  const path = `/v1/products/${encodeURIComponent(product)}`
  const data = requireData(await api.get(path, ProductReply, { query: { selling_brand_id: brand.id } }))
  if (!brand.product_brand_ids.includes(data.product.brand_id)) throw notFound
  return data.product
}

/**
 * The present state of the visitor's order in progress; undefined if there is none that they may
 * see.
 */
export async function findOwnOrder({ userApi, session }: Visit): Promise<Order | undefined> {
  const current = session.get('order')
  if (!current || !userApi) return undefined
  const result = await userApi.get(`/v1/orders/${String(current.id)}`, OrderReply)
  return result.ok ? result.data.order : undefined
}

/**
 * The party for the request of availability; where only whole flights are sold, it is one of those.
 */
const partyInput = (
  query: CheckoutQuery,
  product: Product,
): { quantity: number; quantity_type: QuantityType } => ({
  quantity: query.quantity.value ?? 1,
  quantity_type: product.seat_price === null ? 'flight' : (query.quantityType ?? 'seat'),
})

/** Seats that are held for the visitor's place on the waitlist do not look occupied to them. */
function inHand({ session, specOnly }: Visit): { waitlist_offer?: string } {
  const offer = specOnly ? undefined : session.get('waitlistOffer')
  return offer === undefined ? {} : { waitlist_offer: offer }
}

/** The month shown: the requested one, else the date's, else the first with a flight. */
async function loadMonth(visit: Visit, product: Product): Promise<AvailabilityMonth> {
  const { brand, query, now } = visit
  const weights = await loadPartyWeights(visit)
  const load = async (month: string) => {
    const call = {
      query: {
        product_id: product.id,
        selling_brand_id: brand.id,
        month,
        ...partyInput(query, product),
        ...inHand(visit),
      },
    }
    return requireData(
      await callAsVisitor(visit, (client) =>
        weights
          ? client.post('/v1/availability/month', AvailabilityMonthReply, {
              body: { ...call.query, weights },
            })
          : client.get('/v1/availability/month', AvailabilityMonthReply, call),
      ),
    ).availability
  }
  const requestedMonth = query.month ?? query.date?.slice(0, 7)
  const month = await load(requestedMonth ?? toLocalDate(now.toISOString(), brand.time_zone).slice(0, 7))
  const first = month.first_available_date?.slice(0, 7)
  if (requestedMonth || firstOpenDay(month) || !first || first === month.month) return month
  return load(first)
}

async function loadDay(visit: Visit, product: Product, date: string): Promise<AvailabilityDay> {
  const { brand, query } = visit
  const call = {
    query: {
      product_id: product.id,
      selling_brand_id: brand.id,
      date,
      ...partyInput(query, product),
      ...inHand(visit),
    },
  }
  const weights = await loadPartyWeights(visit)
  return requireData(
    await callAsVisitor(visit, (client) =>
      weights
        ? client.post('/v1/availability/day', AvailabilityDayReply, { body: { ...call.query, weights } })
        : client.get('/v1/availability/day', AvailabilityDayReply, call),
    ),
  ).availability
}

/** The upgrades of a product, in its own order. */
export async function loadUpgrades({ api }: Visit, product: Product): Promise<Upgrade[]> {
  if (product.upgrade_ids.length === 0) return []
  const result = await api.get('/v1/upgrades', UpgradesReply, { query: { id: product.upgrade_ids } })
  const byId = new Map(result.ok ? result.data.upgrades.map((one) => [one.id, one]) : [])
  return product.upgrade_ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The price of a valid choice; undefined while the choice is incomplete, or if the service cannot
 * price it.
 *
 * @param tenders the means of payment beside a card
 */
export async function findQuote(
  visit: Visit,
  choice: ChosenParty,
  tenders: Partial<z.input<typeof QuoteRequest>> = {},
): Promise<Quote | undefined> {
  const result = await requestQuote(visit, choice, tenders)
  return result?.ok ? result.data.quote : undefined
}

async function requestQuote(
  visit: Visit,
  choice: ChosenParty,
  tenders: Partial<z.input<typeof QuoteRequest>> = {},
): Promise<ApiResult<z.output<typeof QuoteReply>> | undefined> {
  const { brand, query } = visit
  const { departure, quantity, quantityType, types = [] } = choice
  if (!departure || quantity === undefined) return undefined
  const weights = await loadPartyWeights(visit)
  const personal = {
    ...(weights ? { weights } : {}),
    ...consentOf(visit),
    ...(await getPrizeId(visit)),
    ...tenders,
    ...inHand(visit),
  }
  const everybody = visit.userApi === undefined && Object.keys(personal).length === 0
  const body = {
    brand_id: brand.id,
    departure_id: departure.departure_id,
    depart_at: departure.depart_at,
    quantity_type: quantityType,
    quantity,
    ...secondOfQuote(departure),
    ...(types.length > 0 ? { passenger_types: types } : {}),
    upgrades: query.upgradeIds.map((upgrade_id) => ({ upgrade_id })),
    ...(query.code ? { discount_code_code: query.code } : {}),
    ...personal,
  }
  return callAsVisitor(visit, (client) => client.post('/v1/quotes', QuoteReply, { body, everybody }))
}

/** The membership that the buyer agreed to with this purchase, as the service expects it. */
function consentOf({ session, specOnly }: Visit): { membership_plan_id?: number } {
  const plan = session.get('membership')
  return plan === undefined || specOnly ? {} : { membership_plan_id: plan }
}

/** A choice with the types of its party. */
export interface ChosenParty extends Choice {
  /** Those who are no adults; undefined or empty where everybody is one. */
  types?: PartyOfType[]
}

export interface LoadedChoice {
  day: AvailabilityDay
  choice: ChosenParty
  quote: Quote | undefined
  upgrades: Upgrade[]
  /** The account's prizes that apply here. */
  prize: Prize | undefined
}

/** The departures of a day for this visitor, their choice, and its price. */
export async function loadChoice(
  visit: Visit,
  product: Product,
  { date, continuing }: { date: string; continuing: boolean },
): Promise<LoadedChoice> {
  const [day, offered] = await Promise.all([loadDay(visit, product, date), loadUpgrades(visit, product)])
  const sold = { seats: product.seat_price !== null, flights: product.flight_price !== null }
  visit.query.upgradeIds = visit.query.upgradeIds.filter((id) => offered.some((one) => one.id === id))
  const checked = checkChoice({ query: visit.query, day, sold, continuing })
  const prize = await findPrize(visit, product.upgrade_ids)
  const { choice, quote } = await priceParty(visit, product, checked)
  return { day, choice, quote, upgrades: offered, prize }
}

/** The price of a choice with the types of its party, or what the service says against those. */
async function priceParty(
  visit: Visit,
  product: Product,
  checked: Choice,
): Promise<Pick<LoadedChoice, 'choice' | 'quote'>> {
  const { types, problem } =
    checked.quantityType === 'seat' ? readPartyTypes(visit.query, product) : { types: [], problem: undefined }
  const choice = { ...checked, types }
  const result = problem === undefined ? await requestQuote(visit, choice) : undefined
  if (result?.ok) return { choice, quote: result.data.quote }
  const text = problem ?? result?.errors['passenger_types']?.[0]
  if (text === undefined) return { choice, quote: undefined }
  const problems = [...checked.problems, { field: 'types' as const, text }]
  // Such a party cannot be booked, so it has no size for the next step.
  return { choice: { ...choice, quantity: undefined, problems }, quote: undefined }
}

/** The month, and the day of it that is shown: the requested one, else the first open one. */
export async function loadCalendar(visit: Visit, product: Product) {
  const month = await loadMonth(visit, product)
  const date = visit.query.date ?? firstOpenDay(month) ?? month.first_available_date ?? month.from_date
  return { month, date }
}
