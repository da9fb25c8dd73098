import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { COUNTED_UP_TO, type StateCounts } from '#contract/state-counts.ts'
import { type Db } from '../db/client.ts'
import { approvals } from '../db/schema/approvals.ts'
import { mails } from '../db/schema/platform.ts'
import { texts } from '../db/schema/texts.ts'
import { rawStatement } from '../db/statement.ts'

const count = (table: PgTable, where: SQL) =>
  sql`(select count(*)::int from (select from ${table} where ${where} limit ${sql.raw(String(COUNTED_UP_TO))})
    found)`
const mailsIn = (state: (typeof mails.$inferSelect)['state']) => count(mails, eq(mails.state, state))
const textsIn = (state: (typeof texts.$inferSelect)['state']) => count(texts, eq(texts.state, state))

/** Each count follows an index of its list and ends at the limit. */
const selectCounts = rawStatement<object, StateCounts>(sql`
  select
    json_build_object('queued', ${mailsIn('queued')}, 'failed', ${mailsIn('failed')},
      'bounced', ${mailsIn('bounced')}, 'oldest_queued_at', (select created_at from ${mails}
        where ${mails.state} = 'queued' order by ${mails.id} limit 1)) as mails,
    json_build_object('queued', ${textsIn('queued')}, 'failed', ${textsIn('failed')},
      'undelivered', ${textsIn('undelivered')}) as texts,
    json_build_object('waiting', ${count(approvals, inArray(approvals.state, ['waiting', 'running']))})
      as approvals`)

/** Counts what waits for somebody in mails, texts and approvals, with one statement. */
export async function readStateCounts(db: Db): Promise<StateCounts> {
  const [found] = await selectCounts(db, {})
  if (!found) throw new Error('A statement without a table has one row')
  const { mails: counted, ...others } = found
  const oldest = counted.oldest_queued_at
  return {
    ...others,
    mails: { ...counted, oldest_queued_at: oldest === null ? null : new Date(oldest).toISOString() },
  }
}
