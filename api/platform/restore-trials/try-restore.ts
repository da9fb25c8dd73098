import { stat } from 'node:fs/promises'
import { desc, ne } from 'drizzle-orm'
import { type KeyRing } from '#settings/key-ring.ts'
import { runIntegrityChecks } from '../../bookkeeping/integrity-checks/run-integrity-checks.ts'
import { checkBackupFile, readBackupFile } from '../../db/backup-file.ts'
import { BackupRefused, readBackup } from '../../db/backup.ts'
import { type Database } from '../../db/client.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import { sqlState } from '../../db/refused-statement.ts'
import { restoreTrials } from '../../db/schema/restore-trials.ts'
import { type ApiDeps } from '../../deps.ts'
import { openEmbeddedScratch, type OpenScratch } from './scratch-database.ts'

type Trial = typeof restoreTrials.$inferSelect
export type Outcome = Pick<Trial, 'state' | 'backupAt' | 'rows' | 'bytes' | 'problem'>
type Deps = Pick<ApiDeps, 'clock'> & { database: Database }

interface Attempt {
  file: string
  /** `BACKUP_SECRET` */
  ring: KeyRing | undefined
  /** Where it is restored; an embedded database in a temporary folder unless given. */
  open?: OpenScratch
  /** Ends the trial between two parts of the backup. */
  stopping?: AbortSignal
}

/**
 * Restores a backup into a database of its own, which is removed afterwards, and runs the integrity
 * checks on it as of the time of the backup. The result is recorded in the shop's database, whose other
 * rows are not touched.
 *
 * @throws what has nothing to do with the backup; a backup that cannot be restored is a result
 */
export async function tryRestore({ database, clock }: Deps, attempt: Attempt): Promise<Outcome> {
  const outcome = await restoreApart(attempt)
  await database.db.insert(restoreTrials).values({ triedAt: clock.now(), ...outcome })
  return outcome
}

/** @throws what has nothing to do with the backup, and the signal's reason */
export async function restoreApart(attempt: Attempt): Promise<Outcome> {
  const { file, ring, open = openEmbeddedScratch, stopping } = attempt
  const facts: Pick<Trial, 'backupAt' | 'bytes'> = { backupAt: null, bytes: null }
  try {
    facts.bytes = (await stat(file)).size
    facts.backupAt = await checkBackupFile(file, ring)
    const scratch = await open()
    try {
      await scratch.database.migrate()
      const { rows } = await readBackup(scratch.database, untilStopped(readBackupFile(file, ring), stopping))
      const checks = await runIntegrityChecks(scratch.database.db, facts.backupAt)
      const broken = checks.filter(({ failing }) => failing > 0).map(({ check }) => check)
      if (broken.length === 0) return { state: 'worked', ...facts, rows, problem: null }
      return { state: 'failed', ...facts, rows, problem: `Integrity checks fail: ${broken.join(', ')}.` }
    } finally {
      await scratch.remove()
    }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return { state: 'failed', ...facts, rows: 0, problem }
  }
}

const MAY_NOT = '42501'

function problemOf(error: unknown): string | undefined {
  if (error instanceof BackupRefused) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'There is no such file.'
  if (isDiskFull(error)) return 'There is no room to restore it: a disk is full.'
  if (sqlState(error) === MAY_NOT) {
    return (
      'The database’s user may not try it: RESTORE_TRIAL_URL needs one who may create databases and set ' +
      'session_replication_role.'
    )
  }
  return undefined
}

async function* untilStopped(lines: AsyncIterable<string>, stopping: AbortSignal | undefined) {
  for await (const line of lines) {
    stopping?.throwIfAborted()
    yield line
  }
}

export function describeTrial({ state, rows, backupAt, problem }: Outcome): string {
  const of = backupAt ? ` The backup is of ${backupAt.toISOString()}.` : ''
  return state === 'worked'
    ? `The backup can be restored: ${String(rows)} rows, and every integrity check passes.${of}`
    : `The backup cannot be relied on. ${problem ?? ''}${of}`
}

/** The newest trial that came to its end; undefined before the first one. */
export async function readLastTrial({ db }: Pick<Database, 'db'>): Promise<Trial | undefined> {
  const [last] = await db
    .select()
    .from(restoreTrials)
    .where(ne(restoreTrials.state, 'running'))
    .orderBy(desc(restoreTrials.triedAt), desc(restoreTrials.id))
    .limit(1)
  return last
}
