import { requestIntegrityRun } from '#api/bookkeeping/integrity-checks/request-integrity-run.ts'
import { readIntegrityRun } from '#api/bookkeeping/integrity-checks/read-integrity-checks.ts'
import { runRequestedIntegrityChecks } from '#api/bookkeeping/integrity-checks/work-integrity-runs.ts'
import { BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import { type World } from './world.ts'

/** What the tables say against each other, beside the checks of the shop itself. */
const RECOUNTS: readonly { what: string; sql: string }[] = [
  {
    what: 'flights whose counted seats differ from their holds',
    sql: `select f.id, f.seats_sold, f.seats_held, t.sold, t.held from flights f cross join lateral (
      select coalesce(sum(seats) filter (where state = 'sold'), 0) as sold,
        coalesce(sum(seats) filter (where state = 'held'), 0) as held
      from holds h where h.flight_id = f.id) t where f.seats_sold <> t.sold or f.seats_held <> t.held`,
  },
  {
    what: 'flights with more people than seats',
    sql: `select id, seats_sold, seats_held, capacity from flights where seats_sold + seats_held > capacity`,
  },
  {
    // Those of an offer or an alternative count as free from their end on, whatever their row says.
    what: 'seats that nobody pays for and nobody gave back',
    sql: `select id, order_id, expires_at, payment_open from holds where state = 'held'
      and (payment_open or order_id is not null) and expires_at < $1::timestamptz - interval '1 hour'`,
  },
  {
    what: 'mails that were neither sent nor refused',
    sql: `select id, kind, "to", state, tries from mails where state not in ('sent', 'bounced')
      and created_at < $1::timestamptz - interval '1 hour'`,
  },
  {
    what: 'texts that wait',
    sql: `select id, kind, state, tries from texts where state = 'queued' and next_try_at < $1::timestamptz`,
  },
  {
    what: 'events of the provider that nobody acted on',
    sql: `select event_id, type, tries from webhook_inbox where handled_at is null`,
  },
  {
    what: 'payments that are still open',
    sql: `select id, order_id, state, created_at from payment_attempts where state in ('created', 'open')
      and created_at < $1::timestamptz - interval '1 day'`,
  },
  {
    what: 'orders that wait for a payment for ever',
    sql: `select id, status, created_at from orders where status = 'awaiting_payment'
      and created_at < $1::timestamptz - interval '2 days'`,
  },
  {
    what: 'ledger transactions that do not add up to zero',
    sql: `select transaction_id, sum(amount_cents) from ledger_entries group by transaction_id
      having sum(amount_cents) <> 0`,
  },
]

/** Counts what the nightly checks found in the middle of the faults, which must be gone at the end. */
export async function countNightlyFindings(world: World): Promise<void> {
  const { rows } = await world.database.query(
    `select promise, count(*)::int as times from promise_results where state = 'broken' group by 1`,
  )
  for (const { promise, times } of rows) {
    for (let at = 0; at < Number(times); at++) world.count(`found at night: ${String(promise)}`, 'done')
  }
}

/** Everything that must agree at the end of a week; lists what does not. */
export async function findDisagreements(world: World): Promise<string[]> {
  const deps = world.processes[0].deps
  await requestIntegrityRun(deps, { kind: 'asked', full: true, actor: 'command' })
  const id = await runRequestedIntegrityChecks(deps)
  const run = id === undefined ? undefined : await readIntegrityRun(world.database.db, id)
  if (!run) return ['the integrity checks did not run']
  const broken = run.results.flatMap(({ name, state, failing, rows }) =>
    state === 'kept' ? [] : [`${name} is ${state}, ${String(failing)}: ${JSON.stringify(rows.slice(0, 5))}`],
  )
  const recounted: string[] = []
  for (const { what, sql } of RECOUNTS) {
    const values = sql.includes('$1') ? [world.clock.now()] : []
    const { rows } = await world.database.query(sql, values)
    if (rows.length > 0)
      recounted.push(`${what}, ${String(rows.length)}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  const books = await readBookErrors({ database: world.database })
  const wrong = Object.keys(BALANCED_BOOKS).filter((name) => books[name] !== 0)
  return [...broken, ...recounted, ...wrong.map((name) => `books of ${name}: ${String(books[name])} cents`)]
}
