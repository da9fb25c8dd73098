import { type Fee } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { toDollarsOrNull } from '../../domain/money/money.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type FeeRow } from './load-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const keys = { id: ({ id }) => id, name: ({ name }) => name } satisfies SortKeys<FeeRow>
export const feeSorts = ['id', 'name'] as const satisfies (keyof typeof keys)[]

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
  const { fees } = await readCatalogue(db)
  const asked = fees.filter(
    (fee) =>
      isAsked(filter.ids, fee.id) &&
      (fee.brandId === null || isAsked(filter.brandIds, fee.brandId)) &&
      (filter.enabled === undefined || fee.enabled === filter.enabled),
  )
  const { rows, totalCount } = takePage(asked, page, keys)
  return { rows: rows.map(present), totalCount }
}

const present = (row: FeeRow): Fee => ({
  id: row.id,
  name: row.name,
  description: row.description,
  price: toDollarsOrNull(row.priceCents),
  percent: row.percentBps === null ? null : row.percentBps / 100,
  per_seat: row.perSeat,
  enabled: row.enabled,
  brand_id: row.brandId,
  postpone_until_gift_card_redemption: row.postponeUntilGiftCardRedemption,
})
