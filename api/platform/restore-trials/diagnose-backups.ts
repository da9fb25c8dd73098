import { type Settings } from '#settings/settings.ts'
import { type Database } from '../../db/client.ts'
import { advice, type Finding, missing } from '../finding.ts'
import { readLastTrial } from './try-restore.ts'

const DAY_MS = 86_400_000
const TRIAL_DAYS = 2

/** Whether backups are encrypted, and when one was last restored as a trial. */
export async function diagnoseBackups(
  database: Pick<Database, 'db'>,
  { backupKeys }: Pick<Settings, 'backupKeys'>,
  now: Date,
): Promise<Finding[]> {
  const last = await readLastTrial(database)
  return [
    ...(backupKeys
      ? []
      : [advice('backups', 'BACKUP_SECRET is not set: whoever gets a backup can read all of it.')]),
    ...diagnoseTrial(last, now),
  ]
}

function diagnoseTrial(last: Awaited<ReturnType<typeof readLastTrial>>, now: Date): Finding[] {
  if (!last) return [advice('backups', 'No backup was restored as a trial yet: npm run try-restore FILE.')]
  if (last.state === 'failed')
    return [missing('backups', `The last backup that was tried cannot be relied on. ${last.problem ?? ''}`)]
  const days = Math.floor((now.getTime() - last.triedAt.getTime()) / DAY_MS)
  return days < TRIAL_DAYS
    ? []
    : [missing('backups', `The last backup was restored as a trial ${String(days)} days ago.`)]
}
