import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Database, type Db, embeddedQuery } from '#api/db/client.ts'

const root = resolve(import.meta.dirname, '../..')
const migrationsFolder = join(root, 'api/db/migrations')
const cacheFolder = join(root, '.cache/test-database')

/**
 * A migrated, empty database in memory, of its own for whoever asks; about half a second.
 * It has one connection: races belong on `real-postgres.ts`.
 */
export async function createTestDatabase(): Promise<Database> {
  const client = await PGlite.create({ loadDataDir: new Blob([readFileSync(await prepareTestDatabase())]) })
  const db = drizzle(client)
  return {
    kind: 'embedded',
    db: db as unknown as Db,
    query: embeddedQuery(client),
    migrate: () => migrate(db, { migrationsFolder }),
    close: () => client.close(),
  }
}

/** Path of a dump of a migrated database: made once for each state of the migrations, which takes some seconds. */
export async function prepareTestDatabase(): Promise<string> {
  const file = join(cacheFolder, `${migrationsHash()}.tar`)
  if (existsSync(file)) return file
  const client = await PGlite.create()
  await migrate(drizzle(client), { migrationsFolder })
  const dump = await client.dumpDataDir('none')
  await client.close()
  mkdirSync(cacheFolder, { recursive: true })
  const half = `${file}.${String(process.pid)}`
  writeFileSync(half, Buffer.from(await dump.arrayBuffer()))
  renameSync(half, file)
  for (const old of readdirSync(cacheFolder)) {
    if (old.endsWith('.tar') && !file.endsWith(old)) rmSync(join(cacheFolder, old), { force: true })
  }
  return file
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
