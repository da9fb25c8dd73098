import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { type Database } from '../db/client.ts'
import { createCallCounters } from './limit-calls.ts'

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

/** Simulates a database server; the embedded database has the same SQL. */
const onServer = () =>
  createCallCounters({ ...database, kind: 'server' }, pino({}, { write: (line: string) => lines.push(line) }))
const everywhere = { name: 'test', points: 2, seconds: 60, counted: 'everywhere' } as const
const rows = async () => (await database.query('select key, points from call_counts order by key')).rows

test('two processes count together on a database server', async () => {
  const [one, other] = [onServer(), onServer()]
  expect([
    await one.take([{ count: everywhere, key: 'a' }]),
    await other.take([{ count: everywhere, key: 'a' }]),
  ]).toEqual([0, 0])
  const wait = await one.take([{ count: everywhere, key: 'a' }])
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await other.take([{ count: everywhere, key: 'b' }])).toBe(0)
  expect(await rows()).toEqual([
    { key: 'test:a', points: 3 },
    { key: 'test:b', points: 1 },
  ])
})

test('a returned point can be taken again', async () => {
  const counters = onServer()
  await counters.take([{ count: everywhere, key: 'a' }])
  await counters.take([{ count: everywhere, key: 'a' }])
  await counters.returnPoints([{ count: everywhere, key: 'a' }])
  expect(await counters.take([{ count: everywhere, key: 'a' }])).toBe(0)
  expect(await counters.take([{ count: everywhere, key: 'a' }])).toBeGreaterThan(0)
})

test('counts in memory and those of the embedded database write no rows', async () => {
  const here = { ...everywhere, counted: 'here' } as const
  expect(await onServer().take([{ count: here, key: 'a' }])).toBe(0)
  const embedded = createCallCounters(database, pino({ level: 'silent' }))
  await embedded.take([{ count: everywhere, key: 'a' }])
  await embedded.take([{ count: everywhere, key: 'a' }])
  expect(await embedded.take([{ count: everywhere, key: 'a' }])).toBeGreaterThan(0)
  expect(await rows()).toEqual([])
})

test('each process counts in memory and logs an error when the table fails', async () => {
  await database.query('alter table call_counts rename to call_counts_away')
  const [one, other] = [onServer(), onServer()]
  expect([
    await one.take([{ count: everywhere, key: 'a' }]),
    await one.take([{ count: everywhere, key: 'a' }]),
  ]).toEqual([0, 0])
  expect(await one.take([{ count: everywhere, key: 'a' }])).toBeGreaterThan(0)
  expect(await other.take([{ count: everywhere, key: 'a' }])).toBe(0)
  expect(lines.join()).toContain('calls cannot be counted in the database')
  await database.query('alter table call_counts_away rename to call_counts')
})

test('a call with several limits counts them in one statement, and waits for the longest', async () => {
  const statements: string[] = []
  const query: Database['query'] = (text, values) => {
    statements.push(text)
    return database.query(text, values)
  }
  const counters = createCallCounters({ kind: 'server', query }, pino({ level: 'silent' }))
  const long = { ...everywhere, name: 'long', points: 1, seconds: 3600 }
  const keys = [
    { count: everywhere, key: 'b' },
    { count: long, key: 'a' },
  ]
  expect(await counters.take(keys)).toBe(0)
  expect(await counters.take(keys)).toBeGreaterThan(3_500)
  await counters.returnPoints(keys)
  expect(statements).toHaveLength(3)
  expect(await rows()).toEqual([
    { key: 'long:a', points: 1 },
    { key: 'test:b', points: 1 },
  ])
})

test('a window that has ended begins anew, and gives no point back', async () => {
  const counters = onServer()
  const keys = [{ count: everywhere, key: 'a' }]
  await counters.take(keys)
  await counters.take(keys)
  await database.query('update call_counts set expire = 1')
  await counters.returnPoints(keys)
  expect(await rows()).toEqual([{ key: 'test:a', points: 2 }])
  expect(await counters.take(keys)).toBe(0)
  expect(await rows()).toEqual([{ key: 'test:a', points: 1 }])
})

test('a window from before the clock was set back ends at once, one some seconds ahead goes on', async () => {
  const counters = onServer()
  const keys = [{ count: everywhere, key: 'a' }]
  await counters.take(keys)
  await counters.take(keys)
  await database.query('update call_counts set expire = expire + 5000')
  expect(await counters.take(keys)).toBeGreaterThan(0)
  await database.query('update call_counts set expire = expire + 7200000')
  expect(await counters.take(keys)).toBe(0)
  expect(await rows()).toEqual([{ key: 'test:a', points: 1 }])
})
