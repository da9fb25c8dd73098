import { type RawQuery } from '../../db/client.ts'
import { accountName, OWED_ACCOUNTS } from '../rules/report-account.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { ENTRIES } from './ledger-entries.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

/**
 * The balances carried into the period's first day and every entry since, so that the ledger is not
 * summed from its beginning.
 */
const MOVES = `select account, amount_cents as cents, null::timestamptz as at
      from ledger_carried where at = (select max(at) from ledger_carried where at <= $1)
    union all
    select e.account, e.amount_cents, t.at
      from ledger_transactions t
      ${ENTRIES}
      where t.at >= coalesce((select max(at) from ledger_carried where at <= $1), '-infinity') and t.at < $2`
const BEFORE = `at is null or at < $1`

/**
 * Every account of the ledger before and after the period, in cents: debits positive, credits
 * negative, all of them sum to 0.
 */
export async function countBooks(query: RawQuery, span: ReportSpan): Promise<CountedRow[]> {
  const { rows } = await query(
    `select account as key, account as label,
        coalesce(sum(cents) filter (where ${BEFORE}), 0) as opening,
        coalesce(sum(cents) filter (where at >= $1 and cents > 0), 0) as debit,
        coalesce(sum(cents) filter (where at >= $1 and cents < 0), 0) as credit,
        sum(cents) as closing
      from (${MOVES}) moves
      group by 1 order by 1`,
    instantsOf(span),
  )
  return countedRows(rows).map((row) => ({ ...row, label: accountName(row.key) }))
}

/**
 * What the shop owes, positive, in cents: unused gift cards and vouchers, credit, and pending
 * refunds.
 */
export async function countOwed(query: RawQuery, span: ReportSpan): Promise<CountedRow[]> {
  const { rows } = await query(
    `select account as key, account as label,
        coalesce(-sum(cents) filter (where ${BEFORE}), 0) as opening,
        coalesce(-sum(cents) filter (where at >= $1 and cents < 0), 0) as added,
        coalesce(-sum(cents) filter (where at >= $1 and cents > 0), 0) as used,
        -sum(cents) as closing
      from (${MOVES}) moves
      where account = any($3::text[])
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
