import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { COUNTED_UP_TO, type StateCounts } from '#contract/state-counts.ts'
import { type ApiDeps } from '../deps.ts'
import { approvals } from '../db/schema/approvals.ts'
import { mails } from '../db/schema/platform.ts'
import { restoreTrials } from '../db/schema/restore-trials.ts'
import { texts } from '../db/schema/texts.ts'
import { rawStatement } from '../db/statement.ts'

const count = (table: PgTable, where: SQL) =>
  sql`(select count(*)::int from (select from ${table} where ${where} limit ${sql.raw(String(COUNTED_UP_TO))})
    found)`
const mailsIn = (state: (typeof mails.$inferSelect)['state']) => count(mails, eq(mails.state, state))
const textsIn = (state: (typeof texts.$inferSelect)['state']) => count(texts, eq(texts.state, state))

/** In whole seconds. */
const ageOf = (moment: PgColumn) =>
  sql`extract(epoch from ${sql.placeholder('now')}::timestamptz - ${moment})::int`

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'settings' | 'disks'>
type Found = Omit<StateCounts, 'backups' | 'disk_full'> & Pick<StateCounts['backups'], 'trial' | 'newest'>

/** Each count follows an index of its list and ends at the limit. */
const selectCounts = rawStatement<{ now: string }, Found>(sql`
  select
    json_build_object('queued', ${mailsIn('queued')}, 'failed', ${mailsIn('failed')},
      'bounced', ${mailsIn('bounced')}, 'oldest_queued_at', (select created_at from ${mails}
        where ${mails.state} = 'queued' order by ${mails.id} limit 1)) as mails,
    json_build_object('queued', ${textsIn('queued')}, 'failed', ${textsIn('failed')},
      'undelivered', ${textsIn('undelivered')}) as texts,
    json_build_object('waiting', ${count(approvals, inArray(approvals.state, ['waiting', 'running']))})
      as approvals,
    (select json_build_object('tried_at', tried_at, 'age_seconds', ${ageOf(restoreTrials.triedAt)},
      'state', state, 'problem', problem) from ${restoreTrials}
      where state <> 'running' order by tried_at desc, id desc limit 1) as trial,
    (select json_build_object('made_at', backup_at, 'age_seconds', ${ageOf(restoreTrials.backupAt)},
      'bytes', bytes) from ${restoreTrials}
      where backup_at is not null order by backup_at desc, id desc limit 1) as newest`)

/** Counts what waits for somebody in mails, texts and approvals, and reads how backups fared, at once. */
export async function readStateCounts({ database, clock, settings, disks }: Deps): Promise<StateCounts> {
  const [found] = await selectCounts(database.db, { now: clock.now().toISOString() })
  if (!found) throw new Error('A statement without a table has one row')
  const { mails: counted, trial, newest, ...others } = found
  const oldest = counted.oldest_queued_at
  return {
    ...others,
    mails: { ...counted, oldest_queued_at: oldest === null ? null : instantOf(oldest) },
    disk_full: disks?.isFull() ?? false,
    backups: {
      nightly: settings.restoreTrials.folder !== undefined,
      newest: newest && { ...newest, made_at: instantOf(newest.made_at) },
      trial: trial && { ...trial, tried_at: instantOf(trial.tried_at) },
    },
  }
}

const instantOf = (text: string) => new Date(text).toISOString()
