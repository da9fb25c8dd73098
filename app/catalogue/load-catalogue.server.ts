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
 * The data that pages of the catalogue start from. Requests go out without the visitor's token,
 * because these pages are the same for everybody.
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

/**
 * All products of the brand.
 *
 * @throws Response 503 when the service does not answer
 */
export async function requireProducts({ api, brand }: CatalogueVisit): Promise<Product[]> {
  const query = {
    brand_id: brand.product_brand_ids,
    $published: 1,
    sort: 'publish_until',
    page_size: 100,
    // The brand's id is sent because all-in prices include its fees.
    selling_brand_id: brand.id,
  }
  const result = await api.get('/v1/products', ProductsReply, { query })
  if (!result.ok) throw new Response(UNREACHABLE, { status: 503 })
  return result.data.products
}

/**
 * @param idOrSlug as in the address
 * @throws Response 404
 */
export function findProductByIdOrSlug(products: readonly Product[], idOrSlug: string | undefined): Product {
  const product = products.find(({ id, slug }) => slug === idOrSlug || String(id) === idOrSlug)
  if (!product) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  return product
}

/**
 * The soonest open departures of the brand, or of one product; empty if the service cannot list
 * them.
 *
 * @param quotes adds the price of one seat, or of the aircraft where no seats are sold, with its
 *   lines
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
 * A month of one flight for one guest, day by day; undefined if the service cannot list it.
 *
 * @param month YYYY-MM
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

/** The number of days that are offered one by one; the calendar has the later ones. */
const DAYS_OFFERED = 21

/**
 * The next days on which a flight is for sale, `YYYY-MM-DD`; empty if the service cannot list them.
 *
 * @param today in the brand's zone
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

/** The data of an answer; undefined on failure, for data that a page can omit. */
export const optionalData = <T>(result: ApiResult<T>): T | undefined => (result.ok ? result.data : undefined)
