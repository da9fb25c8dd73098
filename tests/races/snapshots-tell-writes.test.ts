import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { readSnapshot } from '#api/db/read-snapshot.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'

vi.setConfig({ hookTimeout: 120_000 })

// The desk sends a page again while two snapshots are equal (decision 203).

let database: Database
let office: pg.Client
let url: string
beforeAll(async () => {
  url = await sharedPostgres().createDatabase()
  database = await openDatabase({ databaseUrl: url, dataDir: '' })
  office = new pg.Client({ connectionString: url })
  await office.connect()
  await office.query('create table counters (id int primary key, n int not null)')
  await office.query('insert into counters select i, 0 from generate_series(1, 4) i')
})
afterAll(async () => {
  await office.end()
  await database.close()
})

const snapshot = () => readSnapshot(database.db)

test('reads leave the snapshot as it is, and each commit changes it', async () => {
  const before = await snapshot()
  await office.query('select sum(n) from counters')
  await office.query('begin; select * from counters; rollback')
  expect(await snapshot()).toBe(before)
  await office.query('update counters set n = n + 1 where id = 1')
  expect(await snapshot()).not.toBe(before)
})

test('a transaction that commits later changes the snapshot again', async () => {
  const before = await snapshot()
  await office.query('begin')
  await office.query('update counters set n = n + 1 where id = 2')
  const meanwhile = await snapshot()
  expect(await snapshot()).toBe(meanwhile)
  await office.query('commit')
  const after = await snapshot()
  expect(after).not.toBe(meanwhile)
  expect(after).not.toBe(before)
})

test('between two equal snapshots everybody reads the same, however others write', async () => {
  const writers = await Promise.all(
    Array.from({ length: 3 }, async (_, at) => {
      const writer = new pg.Client({ connectionString: url })
      await writer.connect()
      return { writer, id: at + 1 }
    }),
  )
  let isOver = false
  const written = writers.map(async ({ writer, id }) => {
    let commits = 0
    while (!isOver) {
      await writer.query('begin')
      await writer.query('update counters set n = n + 1 where id = $1', [id])
      await writer.query(commits % 5 === 4 ? 'rollback' : 'commit')
      // Others come to read between two commits.
      for (let reads = 0; reads < commits % 7; reads++) await writer.query('select 1')
      commits += 1
    }
    await writer.end()
    return commits
  })
  const readAt = new Map<string, string>()
  let compared = 0
  for (let round = 0; round < 600; round++) {
    const before = await snapshot()
    const { rows } = await database.query('select json_agg(n order by id)::text as shown from counters')
    const shown = String(rows[0]?.['shown'])
    if ((await snapshot()) !== before) continue
    expect(readAt.get(before) ?? shown).toBe(shown)
    readAt.set(before, shown)
    compared += 1
  }
  isOver = true
  for (const commits of await Promise.all(written)) expect(commits).toBeGreaterThan(10)
  expect(compared).toBeGreaterThan(10)
  expect(readAt.size).toBeGreaterThan(5)
})
