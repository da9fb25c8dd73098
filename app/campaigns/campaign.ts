import { z } from 'zod'

const Money = z.coerce.number()

/**
 * A sale banner as the campaigns resource has it (spec sections 3 and 7). The schema is lenient:
 * another service may omit fields, and an unreadable banner must not break the page.
 */
export const ShownCampaign = z.object({
  id: z.number(),
  brand_id: z.number(),
  name: z.string().default(''),
  start_at: z.string().nullish(),
  end_at: z.string(),
  discount_code: z.string().nullish(),
  discount_percent_off: Money.default(0).catch(0),
  auto_fill_code: z.boolean().nullish(),
  countdown_enabled: z.boolean().nullish(),
  countdown_text: z.string().nullish(),
  banner_color: z.string().nullish(),
  banner_image: z.string().nullish(),
  banner_link_to: z.string().nullish(),
  disabled: z.boolean().nullish(),
})
export const ShownCampaigns = z.object({ campaigns: z.array(ShownCampaign) })

export type ShownCampaign = z.infer<typeof ShownCampaign>

/** The state of a campaign by time and by its switch; one that is switched off counts as over. */
export type CampaignState = 'coming' | 'running' | 'over'

type CampaignDates = Pick<ShownCampaign, 'start_at' | 'end_at' | 'disabled'>

/**
 * The campaign whose banner a brand shows (spec section 4): the first enabled one that has not
 * ended, even before it begins; otherwise the last one in any state. Undefined for a brand without
 * campaigns.
 *
 * @param campaigns of all brands, in the order of the list
 */
export function findActiveCampaign<T extends CampaignDates & { brand_id: number }>(
  campaigns: readonly T[],
  brandId: number,
  now: Date,
): T | undefined {
  const own = campaigns.filter((campaign) => campaign.brand_id === brandId)
  return own.find((one) => one.disabled !== true && new Date(one.end_at) > now) ?? own.at(-1)
}

export function getCampaignState(campaign: CampaignDates, now: Date): CampaignState {
  if (campaign.disabled === true || new Date(campaign.end_at) <= now) return 'over'
  return campaign.start_at && new Date(campaign.start_at) > now ? 'coming' : 'running'
}

/**
 * The target of the banner's link, with the discount code in the query. A link that leaves the shop
 * is replaced by the list of flights.
 */
export function getBannerHref({
  banner_link_to: link,
  auto_fill_code: fills,
  discount_code: code,
}: ShownCampaign): string {
  if (!link || !isOwnPath(link)) return '/product'
  if (!fills || !code) return link
  const url = new URL(link, 'http://shop.invalid')
  url.searchParams.set('code', code)
  return `${url.pathname}${url.search}${url.hash}`
}

/** Whether this is a path of this host, and not one that browsers read as another host. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(path)

/**
 * The flight that a banner's link sells; undefined if it sells gift cards or leads to another site.
 */
export function getBannerProductId(href: string): number | undefined {
  const url = new URL(href, 'http://shop.invalid')
  const [, id] = /^\/(?:checkout|product)\/(\d+)$/.exec(url.pathname) ?? []
  return id === undefined || url.searchParams.has('gift_card') ? undefined : Number(id)
}
