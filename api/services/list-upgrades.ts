import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { type Upgrade } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { productUpgrades, upgrades } from '../db/schema/catalogue.ts'
import { toDollarsOrNull } from '../domain/money.ts'
import { type ListPage, orderOf } from './list-page.ts'

const columns = { id: upgrades.id, name: upgrades.name }
export const upgradeSorts = ['id', 'name'] as const

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
  const conditions: SQL[] = []
  if (filter.ids) conditions.push(inArray(upgrades.id, filter.ids))
  if (filter.productId !== undefined) {
    const sold = db
      .select({ id: productUpgrades.upgradeId })
      .from(productUpgrades)
      .where(eq(productUpgrades.productId, filter.productId))
    conditions.push(inArray(upgrades.id, sold))
  }
  const where = and(...conditions)
  const rows = await db
    .select()
    .from(upgrades)
    .where(where)
    .orderBy(...orderOf(page, columns, [upgrades.position, upgrades.id]))
    .limit(page.limit)
    .offset(page.offset)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      price: toDollarsOrNull(row.priceCents),
      percent: row.percentBps === null ? null : row.percentBps / 100,
      good_for_x_pax: row.goodForXPax,
      selected: row.selected,
      meta: { question: row.question },
    })),
    totalCount: await db.$count(upgrades, where),
  }
}
