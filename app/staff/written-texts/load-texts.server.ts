import {
  WRITTEN_TEXTS,
  writtenTextNames,
  type WrittenTextVersion,
  WrittenTextVersionsReply,
} from '#contract/written-text.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { loadBrandNames } from '../parts/load-brand-names.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** The brands whose texts staff write; the shop's own where there is only one. */
export async function loadTextBrands(staff: StaffVisit): Promise<{ id: number; name: string }[]> {
  const names = Object.entries(await loadBrandNames(staff)).map(([id, name]) => ({ id: Number(id), name }))
  const { id, name } = staff.visit.brand
  return names.length > 0 ? names : [{ id, name }]
}

/** Every text of a brand with its newest version. */
export async function loadTexts(staff: StaffVisit, query: URLSearchParams) {
  const brands = await loadTextBrands(staff)
  const asked = Number(query.get('brand'))
  const brand = brands.find(({ id }) => id === asked) ?? brands[0]
  const { written_text_versions: versions } = requireData(
    await staff.userApi.get('/v1/written_text_versions', WrittenTextVersionsReply),
  )
  const newest = (name: string): WrittenTextVersion | null =>
    versions.find((one) => one.name === name && one.brand_id === brand?.id) ?? null
  return {
    brands: brands.length > 1 ? brands : [],
    brandId: brand?.id ?? staff.visit.brand.id,
    texts: writtenTextNames.map((name) => ({ name, ...WRITTEN_TEXTS[name], newest: newest(name) })),
    zone: staff.visit.brand.time_zone,
  }
}

export type Texts = Awaited<ReturnType<typeof loadTexts>>
