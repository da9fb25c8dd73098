import { type ProductCategory } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type CategoryRow } from './load-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const keys = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  position: ({ position }) => position,
} satisfies SortKeys<CategoryRow>
export const productCategorySorts = ['id', 'name', 'position'] as const satisfies (keyof typeof keys)[]

export async function listProductCategories(
  db: Db,
  filter: { ids?: number[] | undefined },
  page: ListPage,
): Promise<{ rows: ProductCategory[]; totalCount: number }> {
  const { categories } = await readCatalogue(db)
  const asked = categories.filter(({ id }) => isAsked(filter.ids, id))
  const { rows, totalCount } = takePage(asked, page, keys)
  return { rows: rows.map(present), totalCount }
}

const present = (row: CategoryRow): ProductCategory => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  position: row.position,
  show_on_homepage: row.showOnHomepage,
  product_ids: row.productIds,
})
