import { findShopBrand } from '#brands/index.ts'
import { type AppLoadContext } from '@remix-run/node'
import { type Brand, BrandsReply } from '#contract/catalogue.ts'
import { createDirectClient } from './api-client.server.ts'
import { detectService } from './foreign/service-kind.server.ts'
import { refuseDuringMaintenance } from './maintenance.server.ts'
import { getShopContext, type ShopContext } from './shop-context.server.ts'

const MINUTE = 60_000

/** A `/v1` that knows no brands, or none just now: the shop still has a name and a look. */
function builtInBrand(id: number): Brand {
  const { name, slug, tagline, timeZone: time_zone, phone, email } = findShopBrand(id).facts
  return {
    ...{ id, name, slug, tagline, time_zone, phone, email },
    hosts: [],
    product_brand_ids: [id, 4],
    guest_checkout: true,
  }
}

const kept = new WeakMap<
  ShopContext['settings'],
  { brands: Brand[]; until: number; version: string | undefined }
>()

/**
 * True where the service knows the calls of spec section 7 and nothing else: pages say what is
 * missing. Never fails.
 */
export async function isSpecOnlyService(shop: ShopContext): Promise<boolean> {
  if (!shop.settings.apiUrl) return false
  return (await detectService(createDirectClient(shop), shop.settings)).kind === 'basic'
}

/**
 * Section 7's brands have no address and no telephone: there, names and looks are the shop's own.
 */
export async function getBrands(shop: ShopContext, now: number): Promise<Brand[]> {
  if (shop.settings.apiUrl) {
    const service = await detectService(createDirectClient(shop), shop.settings, now, shop.version)
    return service.kind === 'full' ? service.brands : []
  }
  const known = kept.get(shop.settings)
  // A page that is kept for a version must be of that version whole.
  const holds = shop.version === undefined ? known && known.until > now : known?.version === shop.version
  if (known && holds) return known.brands
  const result = await createDirectClient(shop).get('/v1/brands', BrandsReply, { query: { page_size: 100 } })
  // An outage keeps what was known; a missing answer is asked for again with the next page.
  if (!result.ok) return known?.brands ?? []
  kept.set(shop.settings, { brands: result.data.brands, until: now + MINUTE, version: shop.version })
  return result.data.brands
}

/**
 * The brand on show: the one the request's host is configured for, else `BRAND_ID`. Brands are kept
 * for a minute, or for a version. Never fails: without brands from `/v1` there is a built-in one.
 */
export async function requireBrand(request: Request, context: AppLoadContext): Promise<Brand> {
  const shop = getShopContext(context)
  const brands = await getBrands(shop, Date.now())
  const host = new URL(request.url).hostname
  const brand =
    brands.find(({ hosts }) => hosts.includes(host)) ??
    brands.find(({ id }) => id === shop.settings.brandId) ??
    builtInBrand(shop.settings.brandId)
  await refuseDuringMaintenance(request, brand)
  return brand
}

/**
 * The brand's own address, from the settings and never from the request: canonical links of one
 * brand are the same whoever asks. A brand with a host of its own has that host, with the public
 * address's scheme and port.
 *
 * @returns an origin without a trailing slash
 */
export function getCanonicalOrigin(
  brand: Pick<Brand, 'id' | 'hosts'>,
  settings: Pick<ShopContext['settings'], 'publicUrl' | 'brandId'>,
): string {
  const [host] = brand.hosts
  const url = new URL(settings.publicUrl)
  if (brand.id === settings.brandId || !host) return url.origin
  return `${url.protocol}//${host}${url.port ? `:${url.port}` : ''}`
}
