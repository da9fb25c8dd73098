import { createReadStream, createWriteStream, renameSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { readBackup, writeBackup } from '#api/db/backup.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'

const [command, file] = process.argv.slice(2)

/**
 * The file is written under another name and renamed when it is complete, so a file with this name
 * is never partial.
 */
async function backup(database: Database, to: string): Promise<string> {
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

async function restore(database: Database, from: string): Promise<string> {
  await database.migrate()
  const lines = createInterface({ input: createReadStream(from).pipe(createGunzip()), crlfDelay: Infinity })
  const { rows } = await readBackup(database, lines)
  return `${String(rows)} rows have been restored.`
}

/** `npm run backup FILE` and `npm run restore FILE`, on the database that the settings name. */
async function run(path: string): Promise<string> {
  const database = await openDatabase(readSettings(process.env, ensureSecrets))
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
