import { and, eq, lt, sql } from 'drizzle-orm'
import { type Settings } from '#settings/settings.ts'
import { restoreTrials } from '../../db/schema/restore-trials.ts'
import { type ApiDeps } from '../../deps.ts'
import { describeJobFailure } from '../rules/describe-failure.ts'
import { getLastDue } from '../rules/last-due.ts'
import { findNewestBackup } from './find-newest-backup.ts'
import { openEmbeddedScratch, openServerScratch } from './scratch-database.ts'
import { type Outcome, restoreApart } from './try-restore.ts'

/** A trial that has not ended by then was of a process that is gone. */
export const LONGEST_TRIAL_HOURS = 6

const NO_BACKUP: Outcome = {
  state: 'failed',
  backupAt: null,
  rows: 0,
  bytes: null,
  problem: 'There is no backup in BACKUP_DIR.',
}

/**
 * Restores the newest backup of `BACKUP_DIR` as a trial, once a night among all processes. A trial that
 * a stopping process gives up is begun anew by the next one.
 */
export async function tryNightlyRestore(deps: ApiDeps, stopping: AbortSignal): Promise<void> {
  const { folder, at } = deps.settings.restoreTrials
  if (folder === undefined) return
  const now = deps.clock.now()
  const id = await claimNight(deps, getLastDue(now, at), now)
  if (id === undefined) return
  const record = (outcome: Outcome) =>
    deps.database.db
      .update(restoreTrials)
      .set({ ...outcome, triedAt: deps.clock.now() })
      .where(eq(restoreTrials.id, id))
  try {
    const outcome = await tryNewest(deps.settings, folder, stopping)
    await record(outcome)
    if (outcome.state === 'worked') deps.log.info({ rows: outcome.rows }, 'the newest backup can be restored')
    else deps.log.error({ problem: outcome.problem }, 'the newest backup cannot be relied on')
  } catch (error) {
    if (stopping.aborted) await deps.database.db.delete(restoreTrials).where(eq(restoreTrials.id, id))
    else await record({ ...NO_BACKUP, problem: `The trial broke off. ${describeJobFailure(error)}` })
    throw error
  }
}

/** @returns the id of the night's trial, undefined when another process has it */
async function claimNight({ database: { db } }: ApiDeps, due: Date, now: Date): Promise<number | undefined> {
  const night = due.toISOString().slice(0, 10)
  const [claimed] = await db
    .insert(restoreTrials)
    .values({ triedAt: now, night, state: 'running', rows: 0 })
    .onConflictDoUpdate({
      target: restoreTrials.night,
      set: { triedAt: now },
      setWhere: and(
        eq(restoreTrials.state, 'running'),
        lt(
          restoreTrials.triedAt,
          sql`${now.toISOString()}::timestamptz - ${LONGEST_TRIAL_HOURS} * interval '1 hour'`,
        ),
      ),
    })
    .returning({ id: restoreTrials.id })
  return claimed?.id
}

async function tryNewest(settings: Settings, folder: string, stopping: AbortSignal): Promise<Outcome> {
  const file = await findNewestBackup(folder)
  if (file === undefined) return NO_BACKUP
  const { databaseUrl, backupKeys: ring } = settings
  const { serverUrl } = settings.restoreTrials
  const open =
    serverUrl === undefined
      ? openEmbeddedScratch
      : () => openServerScratch(serverUrl, databaseUrl ?? settings.dataDir)
  return restoreApart({ file, ring, open, stopping })
}
