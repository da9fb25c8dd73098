import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#tests/support/embedded-database.ts'
import { afterCommit, type Database } from './client.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbeddedDatabase()
})
afterAll(() => database.close())

test('a transaction calls back after its commit, also from a savepoint', async () => {
  const heard: string[] = []
  await database.db.transaction(async (tx) => {
    afterCommit(() => heard.push('outer'))
    await tx.transaction(() => {
      afterCommit(() => heard.push('inner'))
      return Promise.resolve()
    })
    expect(heard).toEqual([])
  })
  expect(heard).toEqual(['outer', 'inner'])
})

test('a transaction that is rolled back never calls back', async () => {
  const heard: string[] = []
  const failing = database.db.transaction(() => {
    afterCommit(() => heard.push('never'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await database.db.transaction(() => Promise.resolve())
  expect(heard).toEqual([])
})

test('two transactions at once call back for themselves, and code outside at once', async () => {
  const heard: string[] = []
  const failing = database.db.transaction(async (tx) => {
    afterCommit(() => heard.push('failed'))
    await tx.execute('select 1')
    throw new Error('no')
  })
  const working = database.db.transaction(() => {
    afterCommit(() => heard.push('worked'))
    return Promise.resolve()
  })
  await Promise.allSettled([failing, working])
  expect(heard).toEqual(['worked'])
  afterCommit(() => heard.push('outside'))
  expect(heard).toEqual(['worked', 'outside'])
})
