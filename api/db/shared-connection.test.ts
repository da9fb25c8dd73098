import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedPostgres } from '#tests/support/shared-postgres.ts'
import { type Database, openDatabase } from './client.ts'

let database: Database
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDatabase()
  database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 5 })
})
afterAll(() => database.close())

const ask = async (text = 'select pg_backend_pid() as pid', values: unknown[] = []) =>
  (await database.query(text, values)).rows[0]
const pidOf = async () => (await ask())?.['pid']

describe('statements outside transactions', () => {
  it('share a connection within one turn, four at most', async () => {
    const pids = await Promise.all(Array.from({ length: 6 }, pidOf))
    expect(new Set(pids.slice(0, 4)).size).toBe(1)
    expect(new Set(pids.slice(4)).size).toBe(1)
    expect(pids[4]).not.toBe(pids[0])
  })

  it('take another connection in the next turn, so that they do not wait for those before', async () => {
    const slow = ask('select pg_backend_pid() as pid, pg_sleep(0.3)')
    await new Promise((resolve) => setImmediate(resolve))
    const quick = await pidOf()
    expect((await slow)?.['pid']).not.toBe(quick)
  })

  it('fail alone: those that share the connection get their answers', async () => {
    const [before, failed, after] = await Promise.allSettled([
      ask('select 1 as one where $1', [true]),
      ask('select 1 / $1::int as one', [0]),
      ask('select 2 as two where $1', [true]),
    ])
    expect(before).toMatchObject({ value: { one: 1 } })
    expect(failed).toMatchObject({ reason: { code: '22012' } })
    expect(after).toMatchObject({ value: { two: 2 } })
  })

  it('leave the connection when all of them have their answers', async () => {
    await Promise.all([pidOf(), ask('select pg_sleep(0.2)'), pidOf()])
    expect(database.connections?.()).toMatchObject({ used: 0, waiting: 0 })
    await Promise.allSettled([pidOf(), ask('select no_such_column'), pidOf()])
    expect(database.connections?.()).toMatchObject({ used: 0, waiting: 0 })
  })

  it('all fail when their connection is lost, and the next one finds another', async () => {
    const lost = await Promise.allSettled([
      ask('select pg_terminate_backend(pg_backend_pid())'),
      ask('select 1'),
      ask('select 2'),
    ])
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await ask('select 3 as three'))?.['three']).toBe(3)
    expect(database.connections?.()).toMatchObject({ used: 0, waiting: 0 })
  })
})
