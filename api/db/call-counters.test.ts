import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { type Database } from './client.ts'
import { createCallCounters } from './call-counters.ts'

let database: Database
let lines: string[]
beforeAll(async () => {
  database = await openEmbeddedDatabase()
})
beforeEach(async () => {
  await database.query('delete from call_counts')
  lines = []
})
afterAll(() => database.close())

/** As on a database server: the embedded one speaks the same SQL. */
const onServer = () =>
  createCallCounters({ ...database, kind: 'server' }, pino({}, { write: (line: string) => lines.push(line) }))
const everywhere = { name: 'test', points: 2, seconds: 60, counted: 'everywhere' } as const
const rows = async () => (await database.query('select key, points from call_counts order by key')).rows

test('on a database server two processes count together, in the table of the migrations', async () => {
  const [one, other] = [onServer(), onServer()]
  expect([await one.take(everywhere, 'a'), await other.take(everywhere, 'a')]).toEqual([0, 0])
  const wait = await one.take(everywhere, 'a')
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await other.take(everywhere, 'b')).toBe(0)
  expect(await rows()).toEqual([
    { key: 'test:a', points: 3 },
    { key: 'test:b', points: 1 },
  ])
})

test('a point given back can be taken again', async () => {
  const counters = onServer()
  await counters.take(everywhere, 'a')
  await counters.take(everywhere, 'a')
  await counters.giveBack(everywhere, 'a')
  expect(await counters.take(everywhere, 'a')).toBe(0)
  expect(await counters.take(everywhere, 'a')).toBeGreaterThan(0)
})

test('what is counted here, and everything of the embedded database, writes nothing down', async () => {
  const here = { ...everywhere, counted: 'here' } as const
  expect(await onServer().take(here, 'a')).toBe(0)
  const embedded = createCallCounters(database, pino({ level: 'silent' }))
  await embedded.take(everywhere, 'a')
  await embedded.take(everywhere, 'a')
  expect(await embedded.take(everywhere, 'a')).toBeGreaterThan(0)
  expect(await rows()).toEqual([])
})

test('when the table fails each process still counts for itself, and the log says so', async () => {
  await database.query('alter table call_counts rename to call_counts_away')
  const [one, other] = [onServer(), onServer()]
  expect([await one.take(everywhere, 'a'), await one.take(everywhere, 'a')]).toEqual([0, 0])
  expect(await one.take(everywhere, 'a')).toBeGreaterThan(0)
  expect(await other.take(everywhere, 'a')).toBe(0)
  expect(lines.join()).toContain('calls cannot be counted in the database')
  await database.query('alter table call_counts_away rename to call_counts')
})
