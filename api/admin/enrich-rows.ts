import { inArray } from 'drizzle-orm'
import { type ApiDeps } from '../deps.ts'
import { discounts } from '../db/schema/promotions.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findNextDeparture } from '../catalogue/find-next-departure.ts'
import { listBrands } from '../catalogue/list-brands.ts'
import { listProducts } from '../catalogue/list-products.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { readOrder } from '../orders/read-order.ts'
import { listGiftCards } from '../gifts/list-gift-cards.ts'
import { listVouchers } from '../gifts/list-vouchers.ts'
import { discountResource } from './order-resources.ts'
import { presentRow } from '../resources/present-row.ts'
import { type Wire } from '../resources/resource.ts'

export type PresentedRow = { id: number } & Wire
type PresentRows = (
  deps: ApiDeps,
  caller: SignedInCaller,
  rows: readonly PresentedRow[],
) => Promise<readonly Wire[]>

const idsIn = (rows: readonly PresentedRow[]) => rows.map(({ id }) => id)
const allRows = { limit: 1_000, offset: 0 }

/**
 * Loads complete rows (`contract/resources/whole-rows.ts`), exactly as the call that reads one row
 * presents them.
 */
const rowPresenters: Readonly<Record<string, PresentRows>> = {
  products: async ({ database, clock }, _, rows) =>
    (
      await listProducts(database.db, { ids: idsIn(rows), publishedOnly: false }, allRows, {
        now: clock.now(),
      })
    ).rows,
  brands: async ({ database, settings }, _, rows) =>
    (await listBrands({ database, settings }, { ids: idsIn(rows) }, allRows)).rows,
  departures: async ({ database, clock }, _, rows) => {
    const { entries } = await readCatalogue(database.db)
    const now = clock.now()
    return rows.map((row) => {
      const entry = entries.find(({ product }) => product.id === row['product_id'])
      const rule = entry?.departures.find(({ id }) => id === row.id)
      const next = entry && rule ? findNextDeparture(entry, rule, now) : null
      return { ...row, depart_at: next?.toISOString() ?? null }
    })
  },
  discount_codes: async ({ database }, _, rows) => {
    const ids = rows.map((row) => Number(row['discount_id']))
    const found = await database.db.select().from(discounts).where(inArray(discounts.id, ids))
    const presented = found.map((row) => presentRow(discountResource, row))
    return rows.map((row) => ({ ...row, discount: presented.find(({ id }) => id === row['discount_id']) }))
  },
  orders: async ({ database, clock }, _, rows) => {
    const presented = await Promise.all(rows.map(({ id }) => readOrder(database.db, id, clock.now())))
    return presented.filter((order) => order !== undefined)
  },
  gift_cards: async (deps, caller, rows) =>
    (await listGiftCards(deps, caller, { ids: idsIn(rows), page: allRows, everybody: true })).rows,
  vouchers: async (deps, caller, rows) =>
    (await listVouchers(deps, caller, { ids: idsIn(rows), page: allRows, everybody: true })).rows,
}

/** Fields that no column holds, so that sorting by them needs all rows. These tables are small. */
export const computedSorts: Readonly<Record<string, readonly string[]>> = { departures: ['depart_at'] }

/**
 * Completes rows with fields that are not columns of their own table, in the given order. Most
 * resources have no such fields.
 */
export async function presentWholeRows(
  deps: ApiDeps,
  caller: SignedInCaller | undefined,
  plural: string,
  rows: readonly PresentedRow[],
): Promise<Wire[]> {
  const present = rowPresenters[plural]
  if (!present || !caller || rows.length === 0) return [...rows]
  const presented = await present(deps, caller, rows)
  return rows.map(({ id }) => {
    const row = presented.find((one) => one['id'] === id)
    if (!row) throw new Error(`A row of ${plural} was written and cannot be read`)
    return row
  })
}
