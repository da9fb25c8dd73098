import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { formerSchema, makeFormerDatabase, makeFormerDataDir } from '#tests/support/former-database.ts'
import { sharedPostgres } from '#tests/support/shared-postgres.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { checkBackup, writeBackup } from './backup.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { openDatabase, type RawQuery } from './client.ts'
import { readMigrationState } from './migration-state.ts'
import { diagnoseData } from '../platform/diagnose.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const MADE_BEFORE =
  'This database was made by an earlier release of the shop, which this one cannot update: ' +
  'set DATA_DIR or DATABASE_URL to an empty database, or run that release.'
const UPDATED_AFTER =
  'This database was updated by a newer release of the shop: ' +
  'run that release, or restore a backup from before the update into an empty database.'

const MIGRATIONS = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) =>
  name.endsWith('.sql'),
).length

const folder = mkdtempSync(join(tmpdir(), 'migration-state-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** All rows and all names in the catalog, to detect any change. */
async function fingerprintOf(query: RawQuery): Promise<unknown> {
  const { rows: tables } = await query(
    `select format('%I.%I', nspname, relname) as name
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await query(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${String(name)} t`,
    )
    contents[String(name)] = rows[0]?.['sum']
  }
  const { rows: catalog } = await query(
    `select (select string_agg(relname, ' ' order by oid) from pg_class) as relations,
       (select string_agg(attname, ' ' order by attrelid, attnum) from pg_attribute) as columns,
       (select string_agg(tgname, ' ' order by oid) from pg_trigger) as triggers,
       (select string_agg(conname, ' ' order by oid) from pg_constraint) as constraints,
       (select string_agg(proname, ' ' order by oid) from pg_proc) as functions`,
  )
  return { contents, catalog }
}

/** Runs a script as `npm run` does, on the embedded database of a folder. */
const runScript = (dataDir: string, ...command: string[]) =>
  promisify(execFile)(process.execPath, ['node_modules/tsx/dist/cli.mjs', ...command], {
    env: { NODE_ENV: 'production', DATA_DIR: dataDir },
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )

async function writeFormerBackup(file: string): Promise<void> {
  const header = { format: 1, schema: await formerSchema(), at: NOW.toISOString() }
  const lines = [header, { table: 'roles', rows: '[{"id":1,"name":"admin"}]' }]
  writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
}

async function fingerprintOfDataDir(dataDir: string): Promise<unknown> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    return await fingerprintOf(database.query)
  } finally {
    await database.close()
  }
}

describe('a database that the 43 former migrations made', () => {
  it('is refused by migrate on a PostgreSQL server, and stays as it was', async () => {
    const databaseUrl = await sharedPostgres().createDatabase()
    const database = await openDatabase({ databaseUrl, dataDir: '' })
    await database.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
    await makeFormerDatabase(databaseUrl)
    const before = await fingerprintOf(database.query)
    await expect(database.migrate()).rejects.toThrow(MADE_BEFORE)
    expect(await fingerprintOf(database.query)).toEqual(before)
    expect((await database.query('select slug from brands')).rows).toEqual([{ slug: 'shop' }])
    // The doctor says the same sentence, and looks no further.
    expect(await diagnoseData(database, NOW, testSettings())).toEqual([
      { level: 'missing', about: 'database', message: MADE_BEFORE },
    ])
    await database.close()
  })

  it('makes db:migrate, backup and restore exit 1 with one sentence, and stays so', async () => {
    const dataDir = join(folder, 'former')
    await makeFormerDataDir(dataDir)
    const good = join(folder, 'good.jsonl.gz')
    await writeGoodBackup(good)
    const before = await fingerprintOfDataDir(dataDir)
    for (const command of [
      ['scripts/db.ts', 'migrate'],
      ['scripts/backup.ts', 'restore', good],
      ['scripts/backup.ts', 'backup', join(folder, 'never.jsonl.gz')],
    ]) {
      expect(await runScript(dataDir, ...command)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${MADE_BEFORE}\n`,
      })
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([])
    expect(await fingerprintOfDataDir(dataDir)).toEqual(before)
  }, 180_000)

  it('is recognised when the former release had run only its first migrations', async () => {
    const database = await createTestDatabase()
    await database.query(
      "update drizzle.__drizzle_migrations set hash = 'former', created_at = 1795260394200 where id = 1",
    )
    await database.query('delete from drizzle.__drizzle_migrations where id > 1')
    await expect(database.migrate()).rejects.toThrow(MADE_BEFORE)
    await database.close()
  })
})

describe('a database or a backup made before the start migration was changed', () => {
  /** As the release before the change made it: the same rules after another start. */
  const withFormerStart = async () => {
    const database = await createTestDatabase()
    await database.query(
      "update drizzle.__drizzle_migrations set hash = 'former', created_at = created_at - 1000 where id = 1",
    )
    return database
  }

  it('is refused by migrate, and stays as it was', async () => {
    const database = await withFormerStart()
    const before = await fingerprintOf(database.query)
    await expect(database.migrate()).rejects.toThrow(MADE_BEFORE)
    expect(await fingerprintOf(database.query)).toEqual(before)
    await database.close()
  })

  it('is refused by restore, although its last migration is that of this release', async () => {
    const database = await withFormerStart()
    const lines: string[] = []
    await writeBackup(database, { now: NOW, write: (line) => Promise.resolve(void lines.push(line)) })
    await database.close()
    await expect(checkBackup(lines)).rejects.toThrow('of another release')
  })
})

describe('a backup that was made before the one start migration', () => {
  it('makes restore exit 1 with one sentence, and no database is made for it', async () => {
    const file = join(folder, 'former.jsonl.gz')
    await writeFormerBackup(file)
    const dataDir = join(folder, 'unmade')
    expect(await runScript(dataDir, 'scripts/backup.ts', 'restore', file)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'This backup was made by an earlier release of the shop, which this one cannot read: ' +
        'restore it into a database of that release.\n',
    })
    expect(existsSync(join(dataDir, 'database'))).toBe(false)
  })
})

describe('a database or a backup of a newer release', () => {
  it('is refused by migrate with a sentence of its own when a newer release updated it', async () => {
    const database = await createTestDatabase()
    await database.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at)
       select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    )
    const before = await fingerprintOf(database.query)
    await expect(database.migrate()).rejects.toThrow(UPDATED_AFTER)
    expect(await fingerprintOf(database.query)).toEqual(before)
    await database.close()
  })

  it('is refused by migrate as newer when it has another start, made later than ours', async () => {
    const database = await createTestDatabase()
    await database.query(
      "update drizzle.__drizzle_migrations set hash = 'newer' || id, created_at = created_at + 1000",
    )
    await expect(database.migrate()).rejects.toThrow(UPDATED_AFTER)
    await database.close()
  })

  it('is refused by restore when the format of the backup is newer or its schema unknown', async () => {
    const header = (more: object) => [
      JSON.stringify({ format: 2, schema: 'unknown', at: NOW.toISOString(), ...more }),
    ]
    await expect(checkBackup(header({ format: 3 }))).rejects.toThrow('made by a newer release')
    await expect(checkBackup(header({}))).rejects.toThrow('of another release')
    await expect(checkBackup(['{"rows": []}'])).rejects.toThrow('This is no backup.')
    await expect(checkBackup([])).rejects.toThrow('This backup is empty.')
  })
})

describe('a database of this release', () => {
  it('has nothing pending and is not changed by migrate, while an empty one has all pending', async () => {
    const database = await createTestDatabase()
    expect(await readMigrationState(database.query)).toEqual({ pending: 0, refusal: undefined })
    const before = await fingerprintOf(database.query)
    await database.migrate()
    expect(await fingerprintOf(database.query)).toEqual(before)
    await database.query('drop schema drizzle cascade')
    expect(await readMigrationState(database.query)).toEqual({ pending: MIGRATIONS, refusal: undefined })
    await database.close()
  })
})

async function writeGoodBackup(file: string): Promise<void> {
  const database = await createTestDatabase()
  const lines: string[] = []
  await writeBackup(database, { now: NOW, write: (line) => Promise.resolve(void lines.push(line)) })
  await database.close()
  writeFileSync(file, gzipSync(lines.join('')))
}
