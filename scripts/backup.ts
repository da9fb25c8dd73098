import { checkBackupFile, readBackupFile, writeBackupFile } from '#api/db/backup-file.ts'
import { readBackup } from '#api/db/backup.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { refuseOtherRelease } from '#api/db/migration-state.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { describeTrial, tryRestore } from '#api/platform/restore-trials/try-restore.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { type KeyRing } from '#settings/key-ring.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'

const COMMANDS = ['backup', 'restore', 'try-restore'] as const
const [given, file] = process.argv.slice(2)
const command = COMMANDS.find((one) => one === given)

async function backup(database: Database, to: string, ring: KeyRing | undefined): Promise<string> {
  await refuseOtherRelease(database.query)
  const { rows, tables } = await writeBackupFile(database, { file: to, ring, now: new Date() })
  const how = ring ? `encrypted with the key ${ring[0].id}` : 'not encrypted: BACKUP_SECRET is not set'
  return `${String(rows)} rows of ${String(tables)} tables are in ${to}, ${how}.`
}

async function restore(database: Database, from: string, ring: KeyRing | undefined): Promise<string> {
  await database.migrate()
  const { rows } = await readBackup(database, readBackupFile(from, ring))
  return `${String(rows)} rows have been restored.`
}

async function tryOut(database: Database, from: string, ring: KeyRing | undefined): Promise<string> {
  await refuseOtherRelease(database.query)
  // The integrity checks know the mails by their kinds.
  registerMails()
  const trial = await tryRestore({ database, clock: systemClock }, { file: from, ring })
  if (trial.state === 'failed') process.exitCode = 1
  return describeTrial(trial)
}

/**
 * `npm run backup FILE`, `npm run restore FILE` and `npm run try-restore FILE`, on the database that
 * the settings name.
 */
async function run(path: string): Promise<string> {
  const settings = readSettings(process.env, ensureSecrets)
  const { backupKeys } = settings
  // A backup that cannot be restored must not create or migrate a database.
  if (command === 'restore') await checkBackupFile(path, backupKeys)
  const database = await openDatabase(settings)
  try {
    if (command === 'backup') return await backup(database, path, backupKeys)
    return await (command === 'restore' ? restore : tryOut)(database, path, backupKeys)
  } finally {
    await database.close()
  }
}

if (!command || !file) {
  console.error('Say which file: npm run backup FILE, npm run restore FILE, npm run try-restore FILE')
  process.exit(2)
}
await run(file).then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
