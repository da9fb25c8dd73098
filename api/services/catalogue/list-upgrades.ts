import { type Upgrade } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { toDollarsOrNull } from '../../domain/money/money.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type UpgradeRow } from './load-catalogue.ts'
import { findEntry, readCatalogue } from './read-catalogue.ts'

const keys = { id: ({ id }) => id, name: ({ name }) => name } satisfies SortKeys<UpgradeRow>
export const upgradeSorts = ['id', 'name'] as const satisfies (keyof typeof keys)[]

export interface UpgradeFilter {
  ids?: number[] | undefined
  /** Only the upgrades sold with this product. */
  productId?: number | undefined
}

export async function listUpgrades(
  db: Db,
  filter: UpgradeFilter,
  page: ListPage,
): Promise<{ rows: Upgrade[]; totalCount: number }> {
  const catalogue = await readCatalogue(db)
  const sold =
    filter.productId === undefined
      ? catalogue.upgrades
      : (findEntry(catalogue, filter.productId)?.upgrades ?? [])
  const asked = sold.filter(({ id }) => isAsked(filter.ids, id))
  const { rows, totalCount } = takePage(asked, page, keys)
  return { rows: rows.map(present), totalCount }
}

const present = (row: UpgradeRow): Upgrade => ({
  id: row.id,
  name: row.name,
  description: row.description,
  price: toDollarsOrNull(row.priceCents),
  percent: row.percentBps === null ? null : row.percentBps / 100,
  good_for_x_pax: row.goodForXPax,
  selected: row.selected,
  meta: { question: row.question },
})
