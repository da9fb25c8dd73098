import { type Fare } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { toDollarsOrNull } from '../../domain/money/money.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type FareRow } from './load-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const keys = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  product_id: ({ productId }) => productId,
} satisfies SortKeys<FareRow>
export const fareSorts = ['id', 'name', 'product_id'] as const satisfies (keyof typeof keys)[]

export interface FareFilter {
  ids?: number[] | undefined
  productIds?: number[] | undefined
}

export async function listFares(
  db: Db,
  filter: FareFilter,
  page: ListPage,
): Promise<{ rows: Fare[]; totalCount: number }> {
  const { fares } = await readCatalogue(db)
  const asked = fares.filter(
    ({ id, productId }) => isAsked(filter.ids, id) && isAsked(filter.productIds, productId),
  )
  const { rows, totalCount } = takePage(asked, page, keys)
  return { rows: rows.map(presentFare), totalCount }
}

export const presentFare = (row: FareRow): Fare => ({
  id: row.id,
  product_id: row.productId,
  name: row.name,
  seat_price: toDollarsOrNull(row.seatPriceCents),
  flight_price: toDollarsOrNull(row.flightPriceCents),
  giftable: row.giftable,
})
