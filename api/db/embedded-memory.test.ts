import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from './client.ts'

it('gives the embedded database a quarter of the memory that PostgreSQL chooses', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    const { rows } = await database.query('show shared_buffers')
    expect(rows).toEqual([{ shared_buffers: '32MB' }])
    // The parameters of the library are kept beside our own.
    expect((await database.query('show search_path')).rows).toEqual([{ search_path: 'public' }])
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
  // Making a new database takes most of a minute on a busy machine.
}, 240_000)
