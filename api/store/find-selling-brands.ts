import { arrayContains, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { products } from '../db/schema/catalogue.ts'

/** The brands that sell a product. */
export async function brandsSelling(tx: Tx, productId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: brands.id })
    .from(brands)
    .innerJoin(products, arrayContains(brands.productBrandIds, sql`array[${products.brandId}]`))
    .where(eq(products.id, productId))
  return rows.map(({ id }) => id)
}
