import { findShopBrand } from '#brands/index.ts'
import { type AppLoadContext } from '@remix-run/node'
import { type Brand, BrandsReply } from '#contract/catalogue.ts'
import { createDirectClient } from './api-client.server.ts'
import { detectService } from './foreign/service-kind.server.ts'
import { refuseDuringMaintenance } from './maintenance.server.ts'
import { getShopContext, type ShopContext } from './shop-context.server.ts'

const MINUTE = 60_000

/** The brand if `/v1` has none, or does not answer: the shop still needs a name and a theme. */
function builtInBrand(id: number): Brand {
  const { name, slug, tagline, timeZone: time_zone, phone, email } = findShopBrand(id).facts
  return {
    ...{ id, name, slug, tagline, time_zone, phone, email },
    hosts: [],
    product_brand_ids: [id, 4],
    guest_checkout: true,
  }
}

const cache = new WeakMap<
  ShopContext['settings'],
  { brands: Brand[]; until: number; version: string | undefined }
>()

/**
 * Whether the service has only the calls of spec section 7; pages then say what is unavailable.
 * Never fails.
 */
export async function isSpecOnlyService(shop: ShopContext): Promise<boolean> {
  if (!shop.settings.apiUrl) return false
  return (await detectService(createDirectClient(shop), shop.settings)).kind === 'basic'
}

/** Brands of section 7 have neither address nor phone: names and themes are then the shop's own. */
export async function getBrands(shop: ShopContext, now: number): Promise<Brand[]> {
  if (shop.settings.apiUrl) {
    const service = await detectService(createDirectClient(shop), shop.settings, now, shop.version)
    return service.kind === 'full' ? service.brands : []
  }
  const known = cache.get(shop.settings)
  // A page that is cached for a version must contain data of that version only.
  const holds = shop.version === undefined ? known && known.until > now : known?.version === shop.version
  if (known && holds) return known.brands
  const result = await createDirectClient(shop).get('/v1/brands', BrandsReply, { query: { page_size: 100 } })
  // After an outage the old data is used; the next page tries again.
  if (!result.ok) return known?.brands ?? []
  cache.set(shop.settings, { brands: result.data.brands, until: now + MINUTE, version: shop.version })
  return result.data.brands
}

/**
 * The current brand: the one the request's host is configured for, else `BRAND_ID`. Brands are
 * cached for a minute, or for a version. Never fails: without brands from `/v1` there is a built-in
 * one.
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
 * The brand's public address, from the settings and never from the request, so that canonical links
 * are always the same. If the brand has a host, that host with the scheme and port of the public
 * address.
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
