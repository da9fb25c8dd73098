import { createReadStream, createWriteStream, renameSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { checkBackup, readBackup, writeBackup } from '#api/db/backup.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { refuseOtherRelease } from '#api/db/migration-state.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'

const [command, file] = process.argv.slice(2)

/**
 * Writes the backup under a temporary name and renames it when complete, so that a file with the
 * final name is never partial.
 */
async function backup(database: Database, to: string): Promise<string> {
  await refuseOtherRelease(database.query)
  const zipped = createGzip()
  const done = finished(zipped.pipe(createWriteStream(`${to}.part`, { mode: 0o600 })))
  const write = async (line: string) => {
    if (!zipped.write(line)) await once(zipped, 'drain')
  }
  const { rows, tables } = await writeBackup(database, { now: new Date(), write })
  zipped.end()
  await done
  renameSync(`${to}.part`, to)
  return `${String(rows)} rows of ${String(tables)} tables are in ${to}.`
}

const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })

async function restore(database: Database, from: string): Promise<string> {
  await database.migrate()
  const { rows } = await readBackup(database, linesOf(from))
  return `${String(rows)} rows have been restored.`
}

/** `npm run backup FILE` and `npm run restore FILE`, on the database that the settings name. */
async function run(path: string): Promise<string> {
  const settings = readSettings(process.env, ensureSecrets)
  // A backup that cannot be restored must not create or migrate a database.
  if (command === 'restore') await checkBackup(linesOf(path))
  const database = await openDatabase(settings)
  try {
    return await (command === 'backup' ? backup(database, path) : restore(database, path))
  } finally {
    await database.close()
  }
}

if ((command !== 'backup' && command !== 'restore') || !file) {
  console.error('Say which file: npm run backup shop.jsonl.gz, npm run restore shop.jsonl.gz')
  process.exit(2)
}
await run(file).then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
