import { type RawQuery } from '../../db/client.ts'
import { accountName, OWED_ACCOUNTS } from '../rules/report-account.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { ENTRIES, TRANSACTION_WORDS } from './ledger-entries.ts'
import { countSource, type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

/**
 * The balances carried into the period's first day and every entry since, so that the ledger is not
 * summed from its beginning.
 */
const MOVES = `select account, amount_cents as cents, null::timestamptz as at, null::int as id,
        null as kind, null::int as order_id
      from ledger_carried where at = (select max(at) from ledger_carried where at <= $1)
    union all
    select e.account, e.amount_cents, t.at, t.id, t.kind, t.order_id
      from ledger_transactions t
      ${ENTRIES}
      where t.at >= coalesce((select max(at) from ledger_carried where at <= $1), '-infinity') and t.at < $2`
const BEFORE = `(at is null or at < $1)`
const BALANCE_BEFORE = 'before'

/** A row is a transaction of the ledger, or the balance that the account had before all of them. */
const balances = (span: ReportSpan, figures: ReportSource['figures'], where: string): ReportSource => ({
  from: `(${MOVES}) moves where $3::text is not null ${where}`,
  values: [...instantsOf(span), span.timezone],
  key: 'account',
  label: 'account',
  nameKey: accountName,
  figures,
  order: 'key',
  row: {
    id: `case when ${BEFORE} then 0 else id end`,
    at: `case when ${BEFORE} then $1 else at end`,
    timezone: '$3::text',
    text: `case when ${BEFORE} then '${BALANCE_BEFORE}' else kind end`,
    nameText: (kind) => (kind === BALANCE_BEFORE ? 'What it had before' : (TRANSACTION_WORDS[kind] ?? kind)),
    orderId: `case when ${BEFORE} then null else order_id end`,
  },
})

/**
 * Every account of the ledger before and after the period, in cents: debits positive, credits
 * negative, all of them sum to 0.
 */
export const booksSource = (span: ReportSpan): ReportSource =>
  balances(
    span,
    {
      opening: `sum(cents) filter (where ${BEFORE})`,
      debit: `sum(cents) filter (where at >= $1 and cents > 0)`,
      credit: `sum(cents) filter (where at >= $1 and cents < 0)`,
      closing: 'sum(cents)',
    },
    '',
  )

/**
 * What the shop owes, positive, in cents: unused gift cards and vouchers, credit, and pending
 * refunds.
 */
export const owedSource = (span: ReportSpan): ReportSource => {
  const source = balances(
    span,
    {
      opening: `-sum(cents) filter (where ${BEFORE})`,
      added: `-sum(cents) filter (where at >= $1 and cents < 0)`,
      used: `-sum(cents) filter (where at >= $1 and cents > 0)`,
      closing: '-sum(cents)',
    },
    'and account = any($4::text[])',
  )
  return { ...source, values: [...source.values, [...OWED_ACCOUNTS]] }
}

/** The accounts of what is owed, also those that nothing is in. */
export async function countOwed(query: RawQuery, span: ReportSpan): Promise<CountedRow[]> {
  const found = new Map((await countSource(query, owedSource(span))).map((row) => [row.key, row]))
  const none = { opening: 0, added: 0, used: 0, closing: 0 }
  return OWED_ACCOUNTS.map((key) => ({
    key,
    label: accountName(key),
    figures: found.get(key)?.figures ?? none,
  }))
}
