import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'

/**
 * The migrations of the former release, before its 43 files were joined into one: the journal, and
 * the SQL by file name.
 */
interface FormerMigrations {
  journal: unknown
  files: Record<string, string>
}

const BRAND =
  "insert into brands (name, slug, time_zone, mail_from) values ('Shop', 'shop', 'UTC', 'a@shop.test')"

/** Migrates an empty PostgreSQL database as the former release did, and adds a brand. */
export async function makeFormerDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await withFormerMigrations((migrationsFolder) => migrateNode(drizzleNode(client), { migrationsFolder }))
  await client.query(BRAND)
  await client.end()
}

/** Creates a `DATA_DIR` as the former release would have left it, with a brand in its database. */
export async function makeFormerDataDir(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const client = await PGlite.create(join(dataDir, 'database'))
  await withFormerMigrations((migrationsFolder) => migratePglite(drizzlePglite(client), { migrationsFolder }))
  await client.exec(BRAND)
  await client.close()
}

/** The name of the schema in a backup of the former release: the hash of its last migration. */
export function formerSchema(): Promise<string> {
  return withFormerMigrations((migrationsFolder) =>
    Promise.resolve(readMigrationFiles({ migrationsFolder }).at(-1)?.hash ?? ''),
  )
}

async function withFormerMigrations<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const packed = readFileSync(join(import.meta.dirname, 'former-migrations.json.gz'))
  const { journal, files } = JSON.parse(gunzipSync(packed).toString()) as FormerMigrations
  const folder = mkdtempSync(join(tmpdir(), 'former-migrations-'))
  try {
    mkdirSync(join(folder, 'meta'))
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
