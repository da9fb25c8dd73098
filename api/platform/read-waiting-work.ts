import { type RawQuery } from '../db/client.ts'

/**
 * Counts what waits or went wrong, for whoever watches the shop from outside: with one statement that
 * follows the indexes of what is open. Names that end in `_seconds` are ages.
 */
export async function readWaitingWork(query: RawQuery, now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query(WAITING, [now])
  return new Map(
    Object.entries(rows[0] ?? {}).flatMap(([name, value]) =>
      // An age is unknown while there is nothing that could have one.
      value === null ? [] : [[name, Number(value)] as const],
    ),
  )
}

const age = (moment: string) => `extract(epoch from $1::timestamptz - (${moment}))`
/** Nothing waits, so the oldest of it is of now. */
const ageOr0 = (moment: string) => `coalesce(${age(moment)}, 0)`

/** The finished run of the integrity checks whose results count. */
const LAST_RUN = `(select id, finished_at from promise_runs where state = 'done' order by id desc limit 1)`

const WAITING = `select
  (select count(*) from mails where state = 'queued' and next_try_at <= $1) as mails_due,
  ${ageOr0(`select min(created_at) from mails where state = 'queued' and next_try_at <= $1`)}
    as mails_due_age_seconds,
  (select count(*) from mails where state = 'failed' and created_at > $1::timestamptz - interval '1 day')
    as mails_failed_today,
  (select count(*) from texts where state = 'queued' and next_try_at <= $1) as texts_due,
  (select count(*) from texts where state in ('failed', 'undelivered')
    and created_at > $1::timestamptz - interval '1 day') as texts_failed_today,
  (select count(*) from webhook_inbox where handled_at is null) as provider_events,
  ${ageOr0(`select min(received_at) from webhook_inbox where handled_at is null`)}
    as provider_events_age_seconds,
  (select count(*) from webhook_deliveries where state = 'queued' and next_try_at <= $1) as deliveries_due,
  (select count(*) from webhook_endpoints where state = 'failed') as webhook_endpoints_failed,
  (select count(*) from payment_attempts where state in ('created', 'open')
    and created_at < $1::timestamptz - interval '1 hour') as payments_open_for_an_hour,
  (select count(*) from refunds r join payments p on p.id = r.payment_id
    where r.state in ('created', 'pending') and p.method = 'online'
      and r.created_at < $1::timestamptz - interval '1 day') as refunds_open_for_a_day,
  (select count(*) from refunds where state = 'failed'
    and last_checked_at > $1::timestamptz - interval '1 day') as refunds_failed_today,
  (select count(*) from staff_tasks where state = 'open') as staff_tasks_open,
  ${ageOr0(`select min(created_at) from staff_tasks where state = 'open'`)} as staff_tasks_age_seconds,
  (select count(*) from approvals where state = 'waiting') as approvals_waiting,
  (select count(*) from promise_results where state = 'broken'
    and run_id = (select id from ${LAST_RUN} run))
    as checks_broken,
  (select count(*) from promise_results where state = 'unchecked'
    and run_id = (select id from ${LAST_RUN} run))
    as checks_unchecked,
  ${age(`select finished_at from ${LAST_RUN} run`)} as checks_age_seconds,
  ${age(`select max(tried_at) from restore_trials where state = 'worked'`)} as restore_age_seconds,
  (select (state = 'failed')::int from restore_trials where state <> 'running'
    order by tried_at desc, id desc limit 1) as restore_failed,
  ${age(`select max(backup_at) from restore_trials`)} as backup_age_seconds,
  (select bytes from restore_trials where backup_at is not null order by backup_at desc, id desc limit 1)
    as backup_bytes,
  ${age(`select max(created_at) from orders where status = 'completed'`)} as last_sale_age_seconds,
  (select pg_database_size(current_database())) as database_bytes`
