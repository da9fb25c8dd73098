import { type Campaign } from '#contract/promotions.ts'
import { type Db } from '../../db/client.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type CampaignRow } from './load-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const keys = {
  id: ({ id }) => id,
  start_at: ({ startAt }) => startAt,
  end_at: ({ endAt }) => endAt,
} satisfies SortKeys<CampaignRow>
export const campaignSorts = ['id', 'start_at', 'end_at'] as const satisfies (keyof typeof keys)[]

export interface CampaignFilter {
  ids?: number[] | undefined
  brandIds?: number[] | undefined
  disabled?: boolean | undefined
}

/** Campaigns in the order of their start, unless sorted otherwise. */
export async function listCampaigns(
  db: Db,
  filter: CampaignFilter,
  page: ListPage,
): Promise<{ rows: Campaign[]; totalCount: number }> {
  const { campaigns } = await readCatalogue(db)
  const asked = campaigns.filter(
    (one) =>
      isAsked(filter.ids, one.id) &&
      isAsked(filter.brandIds, one.brandId) &&
      (filter.disabled === undefined || one.disabled === filter.disabled),
  )
  const { rows, totalCount } = takePage(asked, page, keys)
  return { rows: rows.map(present), totalCount }
}

const present = (row: CampaignRow): Campaign => ({
  id: row.id,
  brand_id: row.brandId,
  name: row.name,
  start_at: row.startAt.toISOString(),
  end_at: row.endAt.toISOString(),
  discount_code: row.discountCode,
  discount_percent_off: row.discountPercentOff,
  auto_fill_code: row.autoFillCode,
  countdown_enabled: row.countdownEnabled,
  countdown_text: row.countdownText,
  banner_color: row.bannerColor,
  banner_image: row.bannerImage,
  banner_link_to: row.bannerLinkTo,
  disabled: row.disabled,
})
