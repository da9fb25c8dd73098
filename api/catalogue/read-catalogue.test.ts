import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProductReply } from '#contract/catalogue.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import * as brandTables from '../db/schema/brands.ts'
import * as catalogueTables from '../db/schema/catalogue.ts'
import { findEntry, readCatalogue, readCatalogueVersion } from '../store/catalogue/read-catalogue.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => write('update products set seat_price_cents = 22900 where id = 6'))
afterAll(() => shop.close())

const seatPrice = async () => {
  const { body } = await shop.call('GET', '/v1/products/6')
  return ProductReply.parse(body).product.seat_price
}
const write = (text: string) => shop.deps.database.query(text)

describe('the cached catalogue', () => {
  test('is read once and validated by one query', async () => {
    const { db } = shop.deps.database
    const first = await readCatalogue(db)
    const texts = await countQueries(shop.deps.database, async () => {
      expect(await readCatalogue(db)).toBe(first)
    })
    expect(texts).toHaveLength(1)
  })

  test('is invalidated by any write', async () => {
    expect(await seatPrice()).toBe(229)
    await write('update products set seat_price_cents = 30000 where id = 6')
    expect(await seatPrice()).toBe(300)
  })

  test('does not contain changes that were rolled back', async () => {
    const { db } = shop.deps.database
    const undone = db.transaction(async (tx) => {
      await tx.execute(sql`update products set seat_price_cents = 30000 where id = 6`)
      expect(findEntry(await readCatalogue(tx), 6)?.product.seatPriceCents).toBe(30_000)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await seatPrice()).toBe(229)
    // Another write follows the one that was rolled back and must not be mistaken for it.
    await write('update products set seat_price_cents = 25000 where id = 6')
    expect(await seatPrice()).toBe(250)
  })

  test('cannot be modified by its readers', async () => {
    const product = findEntry(await readCatalogue(shop.deps.database.db), 6)?.product
    expect(() => Object.assign(product ?? {}, { seatPriceCents: 1 })).toThrow(TypeError)
  })
})

const tables = Object.values({ ...brandTables, ...catalogueTables })
  .filter((table) => is(table, PgTable))
  .map((table) => getTableName(table))

test('any write to a table of the catalogue changes its version', async () => {
  expect(tables.length).toBeGreaterThan(12)
  const { db, query } = shop.deps.database
  for (const table of tables) {
    const before = await readCatalogueVersion(db)
    await query(`delete from ${table} where false`)
    expect(await readCatalogueVersion(db), table).not.toBe(before)
  }
})
