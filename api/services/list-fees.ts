import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { type Fee } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { fees } from '../db/schema/catalogue.ts'
import { toDollarsOrNull } from '../domain/money.ts'
import { type ListPage, orderOf } from './list-page.ts'

const columns = { id: fees.id, name: fees.name }
export const feeSorts = ['id', 'name'] as const

export interface FeeFilter {
  ids?: number[] | undefined
  /** Fees of these brands, and the fees of every brand. */
  brandIds?: number[] | undefined
  enabled?: boolean | undefined
}

export async function listFees(
  db: Db,
  filter: FeeFilter,
  page: ListPage,
): Promise<{ rows: Fee[]; totalCount: number }> {
  const conditions: (SQL | undefined)[] = []
  if (filter.ids) conditions.push(inArray(fees.id, filter.ids))
  if (filter.brandIds) conditions.push(or(inArray(fees.brandId, filter.brandIds), isNull(fees.brandId)))
  if (filter.enabled !== undefined) conditions.push(eq(fees.enabled, filter.enabled))
  const where = and(...conditions)
  const rows = await db
    .select()
    .from(fees)
    .where(where)
    .orderBy(...orderOf(page, columns, [fees.position, fees.id]))
    .limit(page.limit)
    .offset(page.offset)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      price: toDollarsOrNull(row.priceCents),
      percent: row.percentBps === null ? null : row.percentBps / 100,
      per_seat: row.perSeat,
      enabled: row.enabled,
      brand_id: row.brandId,
      postpone_until_gift_card_redemption: row.postponeUntilGiftCardRedemption,
    })),
    totalCount: await db.$count(fees, where),
  }
}
