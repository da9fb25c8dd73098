import { type RawQuery } from '../../db/client.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { accountName, MONEY_ACCOUNTS } from '../rules/report-account.ts'
import { ENTRIES, LEDGER_ROW, TRANSACTION_WORDS } from './ledger-entries.ts'
import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const KEYS = {
  day: `to_char(t.at at time zone $3, 'YYYY-MM-DD')`,
  what: `case when t.event_key like 'refund:%:failed' then 'bounced' else t.kind end`,
  place: `e.account`,
} as const
export type MoneyGroup = keyof typeof KEYS

/**
 * Money in and out by the entries of the money accounts. The provider's fees leave with its payout.
 * Transfers between these accounts count as in and out only in the report by place. Cents.
 */
export const moneySource = (span: ReportSpan, by: MoneyGroup): ReportSource => ({
  from: `(
      select ${KEYS[by]} as key, t.id, t.at, t.order_id, ${KEYS.what} as kind, sum(e.amount_cents) as cents
      from ledger_transactions t
      ${ENTRIES}
      where t.at >= $1 and t.at < $2 and $3::text is not null and e.account = any($4::text[])
      group by 1, t.id) t
    where cents <> 0`,
  values: [...instantsOf(span), span.timezone, [...MONEY_ACCOUNTS]],
  key: 'key',
  label: 'key',
  ...(by === 'day'
    ? {}
    : { nameKey: (key) => (by === 'what' ? (TRANSACTION_WORDS[key] ?? key) : accountName(key)) }),
  figures: {
    net: 'sum(cents)',
    in: 'sum(cents) filter (where cents > 0)',
    out: 'sum(cents) filter (where cents < 0)',
    movements: 'count(*)',
  },
  order: by === 'day' ? 'key' : 'largest',
  row: LEDGER_ROW,
})

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
