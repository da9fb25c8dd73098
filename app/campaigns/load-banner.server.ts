import { type AppLoadContext } from '@remix-run/node'
import { type Brand, ProductReply } from '#contract/catalogue.ts'
import { type Banner } from './campaign-banner.tsx'
import { describeBanner } from './banner-text.ts'
import { hidesBanner } from './hidden-banner.ts'
import {
  findActiveCampaign,
  getBannerHref,
  getBannerProductId,
  getCampaignState,
  isOwnPath,
  type ShownCampaign,
  ShownCampaigns,
} from './campaign.ts'
import { createApiClient } from '../visit/api-client.server.ts'
import { getBannerStyleSheetHref } from './banner-stylesheet.server.ts'
import { isSpecOnlyService } from '../visit/brand.server.ts'
import { type CatalogueVisit, optionalData, getNextDepartures } from '../catalogue/load-catalogue.server.ts'
import { quoteCode } from './load-code-offers.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'

/** Checkout and account pages show no banner, so that it does not distract from a purchase. */
const QUIET = new RegExp(
  `^/(?:${[
    ...['account', 'checkout', 'order', 'pay/', 'redeem', 'reschedule', 'resume', 'waitlist'],
    ...['passengers', 'party', 'gifts/', 'survey', 'staff', 'R-'],
  ].join('|')})`,
)

/**
 * Departures at sunset accept no discount code; among this many departures there is one that does.
 */
const AHEAD = 12

/**
 * The banner of the brand by the rule of spec section 4; undefined where there is none, on pages of
 * a purchase, and where the service has no campaigns. Never fails: pages are shown without a
 * banner, too.
 */
export async function loadBanner(
  request: Request,
  context: AppLoadContext,
  brand: Brand,
): Promise<Banner | undefined> {
  if (QUIET.test(new URL(request.url).pathname) || hidesBanner(request)) return undefined
  const shop = getShopContext(context)
  const visit = { brand, api: createApiClient(shop), now: new Date() }
  const query = { brand_id: brand.id, page_size: 100 }
  const list = optionalData(await visit.api.get('/v1/campaigns', ShownCampaigns, { query }))
  const campaign = findActiveCampaign(list?.campaigns ?? [], brand.id, visit.now)
  if (!campaign) return undefined
  const state = getCampaignState(campaign, visit.now)
  const href = state === 'over' ? '/product' : getBannerHref(campaign)
  const words = describeBanner(campaign, state, brand.time_zone, href.includes('gift_card=1'))
  const running = state === 'running'
  return {
    ...words,
    state,
    href,
    sheet: getBannerStyleSheetHref(campaign.banner_color),
    image: campaign.banner_image && isOwnPath(campaign.banner_image) ? campaign.banner_image : undefined,
    ticks: running && words.moment !== undefined,
    price: running && !(await isSpecOnlyService(shop)) ? await priceOf(visit, campaign, href) : undefined,
  }
}

/**
 * The prices of the flight that the banner's link sells, before and after: with its code, or with
 * the lower prices of a sale on everything.
 */
async function priceOf(
  visit: CatalogueVisit,
  { auto_fill_code: fills, discount_code: code, discount_percent_off: percent }: ShownCampaign,
  href: string,
): Promise<Banner['price']> {
  const productId = getBannerProductId(href)
  if (productId === undefined || percent <= 0) return undefined
  const query = { selling_brand_id: visit.brand.id }
  const found = await visit.api.get(`/v1/products/${String(productId)}`, ProductReply, { query })
  const product = optionalData(found)?.product
  if (!product || !visit.brand.product_brand_ids.includes(product.brand_id)) return undefined
  const shown = { flight: product.name, whole: product.seat_price === null }
  if (!fills || !code) {
    const before = product.from_price_before_total
    return before ? { ...shown, from: true, before, now: product.from_price_total } : undefined
  }
  const departures = await getNextDepartures(visit, { productId, limit: AHEAD })
  const quoted = await quoteCode(visit, product, departures, code)
  return quoted && { ...shown, from: false, before: quoted.before, now: quoted.price }
}
