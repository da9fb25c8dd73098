import { createRequestSchema, type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type Brand } from '#contract/catalogue.ts'
import { type Banner } from '../../campaigns/campaign-banner.tsx'
import { describeBanner } from '../../campaigns/banner-text.ts'
import { getContrastRatio, chooseInk, readHex } from '../../campaigns/banner-ink.ts'
import { getBannerHref, getCampaignState, isOwnPath, ShownCampaign } from '../../campaigns/campaign.ts'
import { listFormFields } from './row-input.ts'
import { getBannerStyleSheetHref } from '../../campaigns/banner-stylesheet.server.ts'
import { buildRowBody } from './parse-row.server.ts'

export interface CampaignPreview {
  /** Undefined if the typed values make no banner yet. */
  banner: Banner | undefined
  /** Contrast ratio of the text and the background. */
  contrast: number | undefined
  /** Messages by field name. */
  problems: Record<string, string>
}

/** The banner that the typed campaign would show now; nothing is saved. */
export function previewCampaign(
  shape: ResourceShape,
  form: FormData,
  { brand, now }: { brand: Pick<Brand, 'time_zone'>; now: Date },
): CampaignPreview {
  const zone = brand.time_zone
  const names = listFormFields(shape, true).map(([name]) => name)
  const body = buildRowBody(shape, form, { names, zone, changing: false })
  const checked = createRequestSchema(shape).safeParse(body)
  const problems: Record<string, string> = {}
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = String(path[1] ?? '')
    if (field in shape.fields)
      problems[field] ??= path.length > 1 && form.get(field) === '' ? 'This field is required' : message
  }
  const sent = body[shape.singular]
  const shown = ShownCampaign.safeParse({ id: 0, ...(typeof sent === 'object' ? sent : {}) })
  if (!shown.success || Object.keys(problems).length > 0)
    return { banner: undefined, contrast: undefined, problems }
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
    problems,
  }
}
