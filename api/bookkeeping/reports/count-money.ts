import { type RawQuery } from '../../db/client.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { accountName, MONEY_ACCOUNTS } from '../rules/report-account.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countedRows } from './counted-rows.ts'
import { ENTRIES } from './ledger-entries.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const KEYS = {
  day: `to_char(t.at at time zone $3, 'YYYY-MM-DD')`,
  what: `case when t.event_key like 'refund:%:failed' then 'bounced' else t.kind end`,
  place: `e.account`,
} as const
export type MoneyGroup = keyof typeof KEYS

const WHAT: Readonly<Record<string, string>> = {
  sale: 'Orders and changes paid',
  part: 'Later parts of orders paid',
  membership: 'Memberships paid',
  owed: 'Came for nothing we could deliver',
  returned: 'Given back at once',
  refunded: 'Refunds',
  disputed: 'Taken back by banks',
  bounced: 'Refunds that came back',
  payout: 'Paid out: what the provider kept',
}

/**
 * Money in and out by the entries of the money accounts. The provider's fees leave with its payout.
 * Transfers between these accounts count as in and out only in the report by place. Cents.
 */
export async function countMoney(query: RawQuery, span: ReportSpan, by: MoneyGroup): Promise<CountedRow[]> {
  const { rows } = await query(
    `select key, key as label,
        sum(cents) as net,
        coalesce(sum(cents) filter (where cents > 0), 0) as "in",
        coalesce(sum(cents) filter (where cents < 0), 0) as out,
        count(*) as movements
      from (
        select ${KEYS[by]} as key, sum(e.amount_cents) as cents
        from ledger_transactions t
        ${ENTRIES}
        where t.at >= $1 and t.at < $2 and $3::text is not null and e.account = any($4::text[])
        group by 1, t.id) each
      where cents <> 0
      group by 1
      order by ${by === 'day' ? '1' : '3 desc, 1'}`,
    [...instantsOf(span), span.timezone, [...MONEY_ACCOUNTS]],
  )
  const named = countedRows(rows)
  if (by === 'day') return named
  return named.map((row) => ({
    ...row,
    label: by === 'what' ? (WHAT[row.key] ?? row.key) : accountName(row.key),
  }))
}

/**
 * Describes for staff who close the day whether the provider's lists of charges and refunds agree
 * with the ledger.
 */
export async function compareWithProvider(query: RawQuery): Promise<string[]> {
  const { rows } = await query(
    `select count(*) as differing, coalesce(sum(cents), 0) as cents,
        (select max(until_at) from reconciliations where step = 'done') as until
      from provider_differences where resolved_at is null`,
  )
  const { differing, cents, until } = rows[0] ?? {}
  const before = 'What the provider takes for its service is counted when it pays out.'
  if (!(until instanceof Date)) return [before, 'The provider’s lists were not compared with the books yet.']
  const day = until.toISOString().slice(0, 16).replace('T', ' ')
  if (Number(differing) === 0)
    return [
      before,
      `Every charge and refund the provider lists until ${day} UTC is in the books, to the cent.`,
    ]
  const off = formatDollars(Number(cents))
  return [
    before,
    `${String(Number(differing))} charges or refunds differ from the provider’s lists until ` +
      `${day} UTC, by ${off} in all: see the promises.`,
  ]
}
