import { and, inArray, type SQL } from 'drizzle-orm'
import { type Fare } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { fares } from '../db/schema/catalogue.ts'
import { toDollarsOrNull } from '../domain/money.ts'
import { type ListPage, orderOf } from './list-page.ts'

const columns = { id: fares.id, name: fares.name, product_id: fares.productId }
export const fareSorts = ['id', 'name', 'product_id'] as const

export interface FareFilter {
  ids?: number[] | undefined
  productIds?: number[] | undefined
}

export async function listFares(
  db: Db,
  filter: FareFilter,
  page: ListPage,
): Promise<{ rows: Fare[]; totalCount: number }> {
  const conditions: SQL[] = []
  if (filter.ids) conditions.push(inArray(fares.id, filter.ids))
  if (filter.productIds) conditions.push(inArray(fares.productId, filter.productIds))
  const where = and(...conditions)
  const rows = await db
    .select()
    .from(fares)
    .where(where)
    .orderBy(...orderOf(page, columns, [fares.id]))
    .limit(page.limit)
    .offset(page.offset)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      product_id: row.productId,
      name: row.name,
      seat_price: toDollarsOrNull(row.seatPriceCents),
      flight_price: toDollarsOrNull(row.flightPriceCents),
      giftable: row.giftable,
    })),
    totalCount: await db.$count(fares, where),
  }
}
