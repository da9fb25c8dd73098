import { type AppLoadContext } from '@remix-run/node'
import {
  type AvailabilityMonth,
  AvailabilityMonthReply,
  type NextDeparture,
  NextDeparturesReply,
} from '#contract/availability.ts'
import { type Brand, type Product, ProductsReply } from '#contract/catalogue.ts'
import { createApiClient } from '../visit/api-client.server.ts'
import { requireBrand } from '../visit/brand.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'
import { NOT_FOUND_PAGE, UNREACHABLE } from '../visit/error-messages.ts'
import { type ApiClient, type ApiResult } from '../visit/api-result.ts'

/**
 * What a page of the catalogue starts from. Asked without a visitor's token: nothing on it belongs
 * to one.
 */
export interface CatalogueVisit {
  brand: Brand
  api: ApiClient
  now: Date
}

export async function loadCatalogueVisit(request: Request, context: AppLoadContext): Promise<CatalogueVisit> {
  const brand = await requireBrand(request, context)
  return { brand, api: createApiClient(getShopContext(context)), now: new Date() }
}

/** Everything the brand sells. @throws Response 503 when the service does not answer */
export async function requireProducts({ api, brand }: CatalogueVisit): Promise<Product[]> {
  const query = {
    brand_id: brand.product_brand_ids,
    $published: 1,
    sort: 'publish_until',
    page_size: 100,
    // The all-in prices hold the fees of the brand that sells.
    selling_brand_id: brand.id,
  }
  const result = await api.get('/v1/products', ProductsReply, { query })
  if (!result.ok) throw new Response(UNREACHABLE, { status: 503 })
  return result.data.products
}

/** @param idOrSlug as the address has it. @throws Response 404 */
export function findProductByIdOrSlug(products: readonly Product[], idOrSlug: string | undefined): Product {
  const product = products.find(({ id, slug }) => slug === idOrSlug || String(id) === idOrSlug)
  if (!product) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  return product
}

/**
 * The soonest open departures of the brand, or of one product; empty where the service cannot tell.
 *
 * @param quotes with the price of one seat, or of the aircraft where no seats are sold, line by
 *   line
 */
export async function getNextDepartures(
  { api, brand }: CatalogueVisit,
  { productId, limit, quotes }: { productId?: number; limit: number; quotes?: boolean },
): Promise<NextDeparture[]> {
  const query = { brand_id: brand.id, product_id: productId, limit, quotes: quotes ? 1 : undefined }
  const result = await api.get('/v1/availability/next', NextDeparturesReply, { query })
  return result.ok ? result.data.departures : []
}

/**
 * A month of one flight for one guest, day by day; undefined where the service cannot tell. @param
 * month YYYY-MM
 */
export async function getMonthAtAGlance(
  { api, brand }: CatalogueVisit,
  productId: number,
  month: string,
): Promise<AvailabilityMonth | undefined> {
  const query = { product_id: productId, selling_brand_id: brand.id, month }
  return optionalData(await api.get('/v1/availability/month', AvailabilityMonthReply, { query }))
    ?.availability
}

/** So many days ahead are offered one by one; a calendar has the rest. */
const DAYS_OFFERED = 21

/**
 * The next days on which a flight is for sale, `YYYY-MM-DD`; none where the service cannot tell.
 * @param today at the brand
 */
export async function listOpenDays(
  visit: CatalogueVisit,
  productId: number,
  today: string,
): Promise<string[]> {
  const month = await getMonthAtAGlance(visit, productId, today.slice(0, 7))
  const next = month?.next_month ? await getMonthAtAGlance(visit, productId, month.next_month) : undefined
  const days = [...(month?.days ?? []), ...(next?.days ?? [])]
  return days.flatMap(({ date, status }) => (status === 'open' ? date : [])).slice(0, DAYS_OFFERED)
}

/** The data of an answer, or undefined for one a page can do without. */
export const optionalData = <T>(result: ApiResult<T>): T | undefined => (result.ok ? result.data : undefined)
