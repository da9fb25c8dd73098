import { type Settings } from '#settings/settings.ts'
import { type Database } from '../../db/client.ts'
import { advice, type Finding, missing } from '../finding.ts'
import { readLastTrial } from './try-restore.ts'

const DAY_MS = 86_400_000
const TRIAL_DAYS = 2

/** Whether backups are encrypted and tried by themselves, and how the last trial went. */
export async function diagnoseBackups(
  database: Pick<Database, 'db'>,
  { backupKeys, restoreTrials }: Pick<Settings, 'backupKeys' | 'restoreTrials'>,
  now: Date,
): Promise<Finding[]> {
  const last = await readLastTrial(database)
  return [
    ...(backupKeys
      ? []
      : [advice('backups', 'BACKUP_SECRET is not set: whoever gets a backup can read all of it.')]),
    ...(restoreTrials.folder === undefined
      ? [advice('backups', 'BACKUP_DIR is not set: no backup is restored as a trial by itself.')]
      : []),
    ...diagnoseTrial(last, now),
  ]
}

function diagnoseTrial(last: Awaited<ReturnType<typeof readLastTrial>>, now: Date): Finding[] {
  if (!last) return [advice('backups', 'No backup was restored as a trial yet: npm run try-restore FILE.')]
  if (last.state === 'failed')
    return [missing('backups', `The last backup that was tried cannot be relied on. ${last.problem ?? ''}`)]
  const tried = daysBefore(now, last.triedAt)
  const made = last.backupAt ? daysBefore(now, last.backupAt) : 0
  if (tried >= TRIAL_DAYS)
    return [missing('backups', `The last backup was restored as a trial ${String(tried)} days ago.`)]
  return made < TRIAL_DAYS
    ? []
    : [missing('backups', `The newest backup that was tried is ${String(made)} days old.`)]
}

const daysBefore = (now: Date, then: Date) => Math.floor((now.getTime() - then.getTime()) / DAY_MS)
