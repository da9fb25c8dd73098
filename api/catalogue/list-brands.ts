import { type Brand } from '#contract/catalogue.ts'
import { type ApiDeps } from '../deps.ts'
import { brandResource } from './product-resources.ts'
import { presentRow } from '../resources/present-row.ts'
import { sortedFields } from '../resources/resource.ts'
import { isIdRequested, type ListPage } from '../http/list-page.ts'
import { sortPresentedRows } from '../http/sort-rows.ts'
import { type BrandRow, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { getAccountConsentWords } from '../store/texts/account-text-consent.ts'
import { getConsentWords } from '../store/texts/text-consent.ts'

export const brandSorts = sortedFields(brandResource)

/**
 * Lists brands with their hosts. A brand without a host answers on all hosts that belong to no
 * other brand.
 */
export async function listBrands(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  filter: { ids?: number[] | undefined },
  page: ListPage,
): Promise<{ rows: Brand[]; totalCount: number }> {
  const { brands } = await readCatalogue(db)
  const requested = brands.filter(({ id }) => isIdRequested(filter.ids, id))
  return sortPresentedRows(
    requested.map((row) => presentBrand(row, settings)),
    page,
  )
}

const presentBrand = (row: BrandRow, settings: ApiDeps['settings']): Brand => ({
  ...presentRow(brandResource, row),
  id: row.id,
  name: row.name,
  slug: row.slug,
  tagline: row.tagline,
  time_zone: row.timeZone,
  phone: row.phone,
  email: row.email,
  hosts: row.hosts,
  product_brand_ids: row.productBrandIds,
  guest_checkout: row.guestCheckout,
  rescheduling: row.rescheduling,
  maintenance: row.maintenance,
  text_consent: getConsentWords(settings, row) ?? null,
  account_text_consent: getAccountConsentWords(settings, row) ?? null,
})
