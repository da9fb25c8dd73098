import { asc, inArray } from 'drizzle-orm'
import { type ProductCategory } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { productCategories, productCategoryProducts } from '../db/schema/catalogue.ts'
import { type ListPage, orderOf } from './list-page.ts'

const columns = {
  id: productCategories.id,
  name: productCategories.name,
  position: productCategories.position,
}
export const productCategorySorts = ['id', 'name', 'position'] as const

export async function listProductCategories(
  db: Db,
  filter: { ids?: number[] | undefined },
  page: ListPage,
): Promise<{ rows: ProductCategory[]; totalCount: number }> {
  const where = filter.ids && inArray(productCategories.id, filter.ids)
  const rows = await db
    .select()
    .from(productCategories)
    .where(where)
    .orderBy(...orderOf(page, columns, [productCategories.position, productCategories.id]))
    .limit(page.limit)
    .offset(page.offset)
  const ids = rows.map((row) => row.id)
  const members = await db
    .select()
    .from(productCategoryProducts)
    .where(inArray(productCategoryProducts.productCategoryId, ids))
    .orderBy(asc(productCategoryProducts.productId))
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      position: row.position,
      show_on_homepage: row.showOnHomepage,
      product_ids: members.filter((one) => one.productCategoryId === row.id).map((one) => one.productId),
    })),
    totalCount: await db.$count(productCategories, where),
  }
}
