import { sql } from 'drizzle-orm'
import { type StaffDay } from '#contract/staff-day.ts'
import { MONEY_ACCOUNTS } from '../../bookkeeping/rules/report-account.ts'
import { rawStatement } from '../../db/statement.ts'
import { toDollars } from '../../rules/money/money.ts'
import { addDays, instantOf } from '../../rules/time/local-time.ts'
import { type DueOrder } from './day-tasks.ts'

interface MoneySpan {
  from: string
  to: string
  /** The same day of the week before. */
  beforeFrom: string
  beforeTo: string
}

export function moneySpan(date: string, zone: string): MoneySpan {
  const start = (day: string) => instantOf(day, '00:00', zone).toISOString()
  return {
    from: start(date),
    to: start(addDays(date, 1)),
    beforeFrom: start(addDays(date, -7)),
    beforeTo: start(addDays(date, -6)),
  }
}

interface MoneyRow {
  taken: number
  before: number
  refunded: number
  drawer: number | null
}

const at = (name: keyof MoneySpan) => sql`${sql.placeholder(name)}::timestamptz`
const accounts = sql.join(
  MONEY_ACCOUNTS.map((account) => sql.raw(`'${account}'`)),
  sql`, `,
)
/** Movements of the money accounts, without transfers among them, and the cash in open drawers. */
export const selectMoney = rawStatement<MoneySpan, MoneyRow>(sql`
  with moved as (
    select t.at >= ${at('from')} as today, sum(e.amount_cents)::int as cents
    from ledger_transactions t
    cross join lateral (select account, amount_cents from ledger_entries
      where transaction_id = t.id offset 0) e
    where (t.at >= ${at('from')} and t.at < ${at('to')}
        or t.at >= ${at('beforeFrom')} and t.at < ${at('beforeTo')})
      and t.kind <> 'payout' and e.account in (${accounts})
    group by t.id)
  select
    coalesce(sum(cents) filter (where today and cents > 0), 0)::int as taken,
    coalesce(sum(cents) filter (where not today and cents > 0), 0)::int as before,
    coalesce(-sum(cents) filter (where today and cents < 0), 0)::int as refunded,
    (select sum(d.opening_cents + coalesce((select sum(m.amount_cents) from drawer_movements m
      where m.drawer_id = d.id), 0))::int from drawers d where d.closed_at is null) as drawer
  from moved`)

export function presentMoney(row: MoneyRow | undefined, due: readonly DueOrder[]): StaffDay['money'] {
  const drawer = row?.drawer ?? null
  return {
    taken: toDollars(row?.taken ?? 0),
    taken_week_before: toDollars(row?.before ?? 0),
    refunded: toDollars(row?.refunded ?? 0),
    due: toDollars(due.reduce((sum, { cents }) => sum + cents, 0)),
    orders_due: due.length,
    drawer: drawer === null ? null : toDollars(drawer),
  }
}
