import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import { type KeyRing } from '#settings/key-ring.ts'
import { runIntegrityChecks } from '../../bookkeeping/integrity-checks/run-integrity-checks.ts'
import { checkBackupFile, readBackupFile } from '../../db/backup-file.ts'
import { BackupRefused, readBackup } from '../../db/backup.ts'
import { type Database, openDatabase } from '../../db/client.ts'
import { restoreTrials } from '../../db/schema/restore-trials.ts'
import { type ApiDeps } from '../../deps.ts'

type Trial = typeof restoreTrials.$inferSelect
type Outcome = Pick<Trial, 'state' | 'backupAt' | 'rows' | 'problem'>
type Deps = Pick<ApiDeps, 'clock'> & { database: Database }

/**
 * Restores a backup into a database of its own, which is embedded, lies in a temporary folder and is
 * deleted afterwards, and runs the integrity checks on it as of the time of the backup. The result is
 * recorded in the shop's database, whose other rows are not touched.
 *
 * @param ring `BACKUP_SECRET`
 * @throws what has nothing to do with the backup; a backup that cannot be restored is a result
 */
export async function tryRestore(
  { database, clock }: Deps,
  { file, ring }: { file: string; ring: KeyRing | undefined },
): Promise<Outcome> {
  const outcome = await restoreApart(file, ring)
  await database.db.insert(restoreTrials).values({ triedAt: clock.now(), ...outcome })
  return outcome
}

async function restoreApart(file: string, ring: KeyRing | undefined): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-trial-'))
  let backupAt: Date | null = null
  try {
    backupAt = await checkBackupFile(file, ring)
    const scratch = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    try {
      await scratch.migrate()
      const { rows } = await readBackup(scratch, readBackupFile(file, ring))
      const checks = await runIntegrityChecks(scratch.db, backupAt)
      const broken = checks.filter(({ failing }) => failing > 0).map(({ check }) => check)
      if (broken.length === 0) return { state: 'worked', backupAt, rows, problem: null }
      return { state: 'failed', backupAt, rows, problem: `Integrity checks fail: ${broken.join(', ')}.` }
    } finally {
      await scratch.close()
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing) return { state: 'failed', backupAt, rows: 0, problem: 'There is no such file.' }
    if (!(error instanceof BackupRefused)) throw error
    return { state: 'failed', backupAt, rows: 0, problem: error.message }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function describeTrial({ state, rows, backupAt, problem }: Outcome): string {
  const of = backupAt ? ` The backup is of ${backupAt.toISOString()}.` : ''
  return state === 'worked'
    ? `The backup can be restored: ${String(rows)} rows, and every integrity check passes.${of}`
    : `The backup cannot be relied on. ${problem ?? ''}${of}`
}

/** The newest trial; undefined before the first one. */
export async function readLastTrial({ db }: Pick<Database, 'db'>): Promise<Trial | undefined> {
  const [last] = await db.select().from(restoreTrials).orderBy(desc(restoreTrials.id)).limit(1)
  return last
}
