import { afterAll, beforeAll, expect, test } from 'vitest'
import { BALANCED_BOOKS, readBookErrors } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { createTestApi } from '#tests/support/test-api.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { readBackup, writeBackup } from './backup.ts'
import { type Database } from './client.ts'

let shop: PayingShop
const lines: string[] = []
beforeAll(async () => {
  shop = await openPayingShop()
  await sellOrder(shop, { seats: 2, photos: true, gifts: [{}], credit: 20 })
  await shop.runDueNow()
  const write = (line: string) => Promise.resolve(void lines.push(line))
  await writeBackup(shop.deps.database, { now: shop.clock.now(), write })
})
afterAll(() => shop.close())

/** The rows of every table as one text, independent of their order. */
async function contents({ query }: Database): Promise<Record<string, unknown>> {
  const { rows } = await query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and " +
      "relkind = 'r' and relpersistence = 'p' order by relname",
  )
  const all: Record<string, unknown> = {}
  for (const { name } of rows) {
    const found = await query(
      `select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as sum, count(*)::int as rows
        from "${String(name)}" r`,
    )
    all[String(name)] = found.rows[0]
  }
  return all
}

test('a restored database has every row, balances and continues its numbering', async () => {
  const database = await createTestDatabase()
  await readBackup(database, lines)
  expect(await contents(database)).toEqual(await contents(shop.deps.database))
  const restored = await createTestApi({ database, settings: shop.deps.settings })
  expect(await readBookErrors(restored.deps)).toEqual(BALANCED_BOOKS)
  // People can log in with their passwords, and new rows get ids after the last ones.
  const admin = await logIn(restored, 'admin@example.com')
  const made = await restored.call('POST', '/v1/fees', {
    token: admin,
    body: { fee: { name: 'New', price: 1 } },
  })
  expect(made.status).toBe(201)
  await restored.close()
})

test('a backup is refused for a database in use, and when it is damaged or of another release', async () => {
  await expect(readBackup(shop.deps.database, lines)).rejects.toThrow('in use')
  const database = await createTestDatabase()
  const before = await contents(database)
  const [header = '', ...rest] = lines
  const other = JSON.stringify({ ...JSON.parse(header), schema: 'another' })
  await expect(readBackup(database, [other, ...rest])).rejects.toThrow('another release')
  await expect(
    readBackup(database, [header, ...rest.slice(0, 3), rest[3]?.slice(0, 40) ?? '{']),
  ).rejects.toThrow('damaged')
  await expect(readBackup(database, [])).rejects.toThrow('empty')
  expect(await contents(database)).toEqual(before)
  await database.close()
})
