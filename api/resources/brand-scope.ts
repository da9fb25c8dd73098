import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { products } from '../db/schema/catalogue.ts'
import { orders } from '../db/schema/orders.ts'
import { discounts } from '../db/schema/promotions.ts'

type BrandCondition = (brandId: number) => SQL

/** Rows of a brand's own products. */
export const whereProductBrand =
  (column: PgColumn): BrandCondition =>
  (brandId) =>
    sql`${column} in (select ${products.id} from ${products} where ${products.brandId} = ${brandId})`

/** Rows of a brand's orders. */
export const whereOrderBrand =
  (column: PgColumn): BrandCondition =>
  (brandId) =>
    sql`${column} in (select ${orders.id} from ${orders} where ${orders.brandId} = ${brandId})`

/** Rows of a brand's own discounts. */
export const whereDiscountBrand =
  (column: PgColumn): BrandCondition =>
  (brandId) =>
    sql`${column} in (select ${discounts.id} from ${discounts} where ${discounts.brandId} = ${brandId})`
