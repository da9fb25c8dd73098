import { type RawQuery } from '../../db/client.ts'
import { accountName, OWED_ACCOUNTS } from '../../domain/reports/report-account.ts'
import { type CountedRow } from '../../domain/reports/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { instantsOf, type ReportSpan } from './span.ts'

/** Every account of the ledger as the span found and left it: debits positive, credits negative; all of it sums to 0. Cents. */
export async function countBooks(query: RawQuery, span: ReportSpan): Promise<CountedRow[]> {
  const { rows } = await query(
    `select e.account as key, e.account as label,
        coalesce(sum(e.amount_cents) filter (where t.at < $1), 0) as opening,
        coalesce(sum(e.amount_cents) filter (where t.at >= $1 and e.amount_cents > 0), 0) as debit,
        coalesce(sum(e.amount_cents) filter (where t.at >= $1 and e.amount_cents < 0), 0) as credit,
        sum(e.amount_cents) as closing
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.at < $2
      group by 1 order by 1`,
    instantsOf(span),
  )
  return countedRows(rows).map((row) => ({ ...row, label: accountName(row.key) }))
}

/** What is owed to people, in their favour positive: gift cards and vouchers not used, credit, money to give back. Cents. */
export async function countOwed(query: RawQuery, span: ReportSpan): Promise<CountedRow[]> {
  const { rows } = await query(
    `select e.account as key, e.account as label,
        coalesce(-sum(e.amount_cents) filter (where t.at < $1), 0) as opening,
        coalesce(-sum(e.amount_cents) filter (where t.at >= $1 and e.amount_cents < 0), 0) as added,
        coalesce(-sum(e.amount_cents) filter (where t.at >= $1 and e.amount_cents > 0), 0) as used,
        -sum(e.amount_cents) as closing
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = any($3::text[]) and t.at < $2
      group by 1`,
    [...instantsOf(span), [...OWED_ACCOUNTS]],
  )
  const found = new Map(countedRows(rows).map((row) => [row.key, row]))
  const none = { opening: 0, added: 0, used: 0, closing: 0 }
  return OWED_ACCOUNTS.map((key) => ({
    key,
    label: accountName(key),
    figures: found.get(key)?.figures ?? none,
  }))
}
