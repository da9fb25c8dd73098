import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { seedTestDemo } from './seed-test-demo.ts'
import { TEST_NOW } from './test-clock.ts'
import { callBackAfterCommit, type Database, type Db, embeddedQuery } from '#api/db/client.ts'

const root = resolve(import.meta.dirname, '../..')
const migrationsFolder = join(root, 'api/db/migrations')
const cacheFolder = join(root, '.cache/test-database')
const demoDump = join(cacheFolder, 'demo')

/**
 * Copies the migrated embedded database in memory, empty or with the demo shop of `TEST_NOW`, in
 * about half a second.
 */
export async function openEmbeddedDatabase(of: 'empty' | 'demo' = 'empty'): Promise<Database> {
  if (of === 'empty' && !existsSync(emptyDump())) await migrateAndDump()
  return databaseOf(await load(of === 'demo' ? demoDump : emptyDump()))
}

/**
 * Makes the dumps to copy: migrations run once for each state of them, and the demo shop is seeded
 * once for a run.
 */
export async function prepareEmbeddedDatabases(): Promise<void> {
  if (!existsSync(emptyDump())) await migrateAndDump()
  const client = await load(emptyDump())
  await seedTestDemo(databaseOf(client), new Date(TEST_NOW))
  await dumpTo(demoDump, client)
}

async function load(dump: string): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([readFileSync(dump)]) })
}

function databaseOf(client: PGlite): Database {
  const db = callBackAfterCommit(drizzle(client))
  return {
    kind: 'embedded',
    db: db as unknown as Db,
    query: embeddedQuery(client),
    migrate: () => migrate(db, { migrationsFolder }),
    close: () => client.close(),
  }
}

async function migrateAndDump(): Promise<void> {
  const client = await PGlite.create()
  await migrate(drizzle(client), { migrationsFolder })
  // Files that are never opened make a third of the dump, and of the time that every test's
  // database takes.
  await client.exec(`update pg_database set datistemplate = false where datname like 'template%'`)
  for (const unused of ['template0', 'template1']) await client.query(`drop database ${unused}`)
  await client.query('checkpoint')
  await dumpTo(emptyDump(), client)
  for (const old of readdirSync(cacheFolder)) {
    if (old.endsWith('.tar') && !emptyDump().endsWith(old)) rmSync(join(cacheFolder, old), { force: true })
  }
}

/** Writes the whole database to a file and closes it, so that nobody reads a partial file. */
async function dumpTo(file: string, client: PGlite): Promise<void> {
  const dump = await client.dumpDataDir('none')
  mkdirSync(cacheFolder, { recursive: true })
  const half = `${file}.${String(process.pid)}`
  writeFileSync(half, Buffer.from(await dump.arrayBuffer()))
  renameSync(half, file)
  await client.close()
}

const emptyDump = () => join(cacheFolder, `${migrationsHash()}.tar`)

function migrationsHash(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
