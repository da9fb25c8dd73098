import {
  WRITTEN_TEXTS,
  WrittenTextDraftsReply,
  writtenTextNames,
  WrittenTextVersionsReply,
} from '#contract/written-text.ts'
import { getBrands } from '../../visit/brand.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { loadBrandNames } from '../parts/load-brand-names.server.ts'
import { countDrafts } from '../parts/count-drafts.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** The brands whose texts staff write; the shop's own where there is only one. */
export async function loadTextBrands(staff: StaffVisit): Promise<{ id: number; name: string }[]> {
  const names = Object.entries(await loadBrandNames(staff)).map(([id, name]) => ({ id: Number(id), name }))
  const { id, name } = staff.visit.brand
  return names.length > 0 ? names : [{ id, name }]
}

/** Every text of a brand with its newest version and its draft. */
export async function loadTexts(staff: StaffVisit, query: URLSearchParams) {
  const [brands, newestOfAll, draftsOfAll, known] = await Promise.all([
    loadTextBrands(staff),
    staff.userApi.get('/v1/written_text_versions', WrittenTextVersionsReply),
    staff.userApi.get('/v1/written_text_drafts', WrittenTextDraftsReply),
    getBrands(staff.visit.shop, Date.now()),
  ])
  const asked = Number(query.get('brand'))
  const brand = brands.find(({ id }) => id === asked) ?? brands[0]
  const versions = requireData(newestOfAll).written_text_versions
  const drafts = requireData(draftsOfAll).written_text_drafts
  const ofBrand = (name: string) => (one: { name: string; brand_id: number }) =>
    one.name === name && one.brand_id === brand?.id
  return {
    brands:
      brands.length > 1
        ? brands.map((one) => ({
            ...one,
            drafts: drafts.filter((draft) => draft.brand_id === one.id).length,
          }))
        : [],
    brandId: brand?.id ?? staff.visit.brand.id,
    counts: countDrafts(drafts),
    texts: writtenTextNames.map((name) => ({
      ...{ name, ...WRITTEN_TEXTS[name] },
      newest: versions.find(ofBrand(name)) ?? null,
      draft: drafts.find(ofBrand(name)) ?? null,
    })),
    zone: (known.find(({ id }) => id === brand?.id) ?? staff.visit.brand).time_zone,
  }
}

export type Texts = Awaited<ReturnType<typeof loadTexts>>
