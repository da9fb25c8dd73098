import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

/**
 * The database has had migrations that this release does not know, so this release must not write
 * to it.
 */
export class DatabaseOfOtherRelease extends Error {
  override name = 'DatabaseOfOtherRelease'
}

const MADE_BY_EARLIER_RELEASE =
  'This database was made by an earlier release of the shop, which this one cannot update: ' +
  'set DATA_DIR or DATABASE_URL to an empty database, or run that release.'
const UPDATED_BY_NEWER_RELEASE =
  'This database was updated by a newer release of the shop: ' +
  'run that release, or restore a backup from before the update into an empty database.'

export interface MigrationState {
  /**
   * How many migrations of this release the database has not had; all of them before the first
   * start.
   */
  pending: number
  /**
   * For a database that this release must leave alone: a sentence that says why, and what to do.
   */
  refusal: string | undefined
}

/** Works from the sources and from the built bundle. */
export function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = [join(here, 'migrations'), resolve(here, '../api/db/migrations')].find((folder) =>
    existsSync(folder),
  )
  if (!found) throw new Error('The database migrations are missing')
  return found
}

const readMigrations = () => readMigrationFiles({ migrationsFolder: migrationsFolder() })

/** Names a schema by the hashes of the migrations that made it. */
export const nameSchema = (hashes: readonly string[]): string =>
  createHash('sha256').update(hashes.join('\n')).digest('hex')

/** The name of this release's schema. */
export const currentSchema = (): string => nameSchema(readMigrations().map(({ hash }) => hash))

/** Compares the migrations that a database has had with those of this release; changes nothing. */
export async function readMigrationState(query: Query): Promise<MigrationState> {
  const ours = readMigrations()
  const { rows: found } = await query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as begun",
  )
  if (found[0]?.['begun'] !== true) return { pending: ours.length, refusal: undefined }
  const { rows: had } = await query('select hash, created_at from drizzle.__drizzle_migrations')
  const hadHashes = new Set(had.map(({ hash }) => hash))
  const ourHashes = new Set<unknown>(ours.map(({ hash }) => hash))
  const unknown = had.filter(({ hash }) => !ourHashes.has(hash))
  const start = ours[0]
  const isEarlier =
    start &&
    !hadHashes.has(start.hash) &&
    unknown.every((one) => Number(one['created_at']) < start.folderMillis)
  return {
    pending: ours.filter(({ hash }) => !hadHashes.has(hash)).length,
    refusal:
      unknown.length === 0 ? undefined : isEarlier ? MADE_BY_EARLIER_RELEASE : UPDATED_BY_NEWER_RELEASE,
  }
}

/**
 * @throws DatabaseOfOtherRelease before anything is written to a database that this release does
 *   not know
 */
export async function refuseOtherRelease(query: Query): Promise<void> {
  const { refusal } = await readMigrationState(query)
  if (refusal !== undefined) throw new DatabaseOfOtherRelease(refusal)
}
