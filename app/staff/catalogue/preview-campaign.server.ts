import { type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type Brand } from '#contract/catalogue.ts'
import { type Banner } from '../../campaigns/campaign-banner.tsx'
import { describeBanner } from '../../campaigns/banner-text.ts'
import { getContrastRatio, chooseInk, readHex } from '../../campaigns/banner-ink.ts'
import { getBannerHref, getCampaignState, isOwnPath, ShownCampaign } from '../../campaigns/campaign.ts'
import { getBannerStyleSheetHref } from '../../campaigns/banner-stylesheet.server.ts'

export interface CampaignPreview {
  /** Undefined where what was typed makes no banner yet. */
  banner: Banner | undefined
  /** Of its letters to its ground. */
  contrast: number | undefined
}

export const NO_BANNER: CampaignPreview = { banner: undefined, contrast: undefined }

/**
 * The banner that a campaign's form would make, as a shopper would see it now; nothing is written.
 *
 * @param body what saving it would send
 */
export function previewCampaign(
  shape: ResourceShape,
  body: Record<string, unknown>,
  { brand, now }: { brand: Pick<Brand, 'time_zone'>; now: Date },
): CampaignPreview {
  const zone = brand.time_zone
  const sent = body[shape.singular]
  const shown = ShownCampaign.safeParse({ id: 0, ...(typeof sent === 'object' ? sent : {}) })
  if (!shown.success) return NO_BANNER
  const campaign = shown.data
  const state = getCampaignState(campaign, now)
  const href = state === 'over' ? '/product' : getBannerHref(campaign)
  const words = describeBanner(campaign, state, zone, href.includes('gift_card=1'))
  const ground = readHex(campaign.banner_color)
  return {
    banner: {
      ...words,
      state,
      href,
      sheet: getBannerStyleSheetHref(campaign.banner_color),
      image: campaign.banner_image && isOwnPath(campaign.banner_image) ? campaign.banner_image : undefined,
      ticks: state === 'running' && words.moment !== undefined,
      price: undefined,
    },
    contrast:
      ground === undefined ? undefined : Math.floor(getContrastRatio(ground, chooseInk(ground)) * 10) / 10,
  }
}
