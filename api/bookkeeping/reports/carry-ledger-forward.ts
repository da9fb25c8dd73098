import { type RawQuery } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'

const DAY_MS = 86_400_000
/** The most days per run; the next run continues. */
const MAX_DAYS = 400

const midnight = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)

const CARRY = `
  with last as (select max(at) as at from ledger_carried where at < $1)
  insert into ledger_carried (at, account, amount_cents)
  select $1, account, sum(cents) from (
    select account, amount_cents as cents from ledger_carried where at = (select at from last)
    union all
    select e.account, e.amount_cents from ledger_transactions t join ledger_entries e
      on e.transaction_id = t.id
      where t.at >= coalesce((select at from last), '-infinity') and t.at < $1) moves
  group by account
  on conflict do nothing`

/**
 * Stores each account's balance at every midnight UTC up to a day ago, because no posting is later
 * than that. Continues where it stopped.
 */
export async function carryLedgerForward({
  database: { query },
  clock,
}: Pick<ApiDeps, 'database' | 'clock'>) {
  const until = midnight(new Date(clock.now().getTime() - DAY_MS)).getTime()
  const first = await firstToCarry(query)
  for (let day = 0; first && day < MAX_DAYS; day++) {
    const at = first.getTime() + day * DAY_MS
    if (at > until) return
    await query(CARRY, [new Date(at)])
  }
}

/** The midnight after the last stored one, or after the first entry. */
async function firstToCarry(query: RawQuery): Promise<Date | undefined> {
  const { rows } = await query(
    `select coalesce((select max(at) from ledger_carried), (select min(at) from ledger_transactions)) as at`,
  )
  const at = rows[0]?.['at']
  return at instanceof Date ? new Date(midnight(at).getTime() + DAY_MS) : undefined
}
