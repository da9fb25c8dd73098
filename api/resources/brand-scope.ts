import { type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { products } from '../db/schema/catalogue.ts'
import { orders } from '../db/schema/orders.ts'
import { discounts } from '../db/schema/promotions.ts'

type BrandCondition = (brandId: number) => SQL

/** Rows that refer to a product of the brand. */
export const whereProductBrand =
  (column: PgColumn): BrandCondition =>
  (brandId) =>
    sql`${column} in (select ${products.id} from ${products} where ${products.brandId} = ${brandId})`

/** Rows that refer to an order of the brand. */
export const whereOrderBrand =
  (column: PgColumn): BrandCondition =>
  (brandId) =>
    sql`${column} in (select ${orders.id} from ${orders} where ${orders.brandId} = ${brandId})`

/** Rows that refer to a discount of the brand. */
export const whereDiscountBrand =
  (column: PgColumn): BrandCondition =>
  (brandId) =>
    sql`${column} in (select ${discounts.id} from ${discounts} where ${discounts.brandId} = ${brandId})`
