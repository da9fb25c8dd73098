import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { type Database } from './client.ts'
import { createCallCounters } from '../access/limit-calls.ts'

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

test('a returned point can be taken again', async () => {
  const counters = onServer()
  await counters.take(everywhere, 'a')
  await counters.take(everywhere, 'a')
  await counters.returnPoint(everywhere, 'a')
  expect(await counters.take(everywhere, 'a')).toBe(0)
  expect(await counters.take(everywhere, 'a')).toBeGreaterThan(0)
})

test('counts in memory and those of the embedded database write no rows', async () => {
  const here = { ...everywhere, counted: 'here' } as const
  expect(await onServer().take(here, 'a')).toBe(0)
  const embedded = createCallCounters(database, pino({ level: 'silent' }))
  await embedded.take(everywhere, 'a')
  await embedded.take(everywhere, 'a')
  expect(await embedded.take(everywhere, 'a')).toBeGreaterThan(0)
  expect(await rows()).toEqual([])
})

test('each process counts in memory and logs an error when the table fails', async () => {
  await database.query('alter table call_counts rename to call_counts_away')
  const [one, other] = [onServer(), onServer()]
  expect([await one.take(everywhere, 'a'), await one.take(everywhere, 'a')]).toEqual([0, 0])
  expect(await one.take(everywhere, 'a')).toBeGreaterThan(0)
  expect(await other.take(everywhere, 'a')).toBe(0)
  expect(lines.join()).toContain('calls cannot be counted in the database')
  await database.query('alter table call_counts_away rename to call_counts')
})
