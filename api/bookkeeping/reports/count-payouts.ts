import { type RawQuery } from '../../db/client.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { countedRows } from './counted-rows.ts'
import { ENTRIES } from './ledger-entries.ts'
import { type ReportSpan } from './report-span.ts'

const KEYS = { payout: 'p.reference', day: `to_char(p.arrives_on, 'YYYY-MM-DD')` } as const
const LABELS = {
  payout:
    `to_char(p.arrives_on, 'FMMon FMDD, YYYY') || case when p.state in ('failed', 'canceled') ` +
    `then ', sent back' else '' end`,
  day: KEYS.day,
} as const
export type PayoutGroup = keyof typeof KEYS

const BACK = `p.state in ('failed', 'canceled')`
const sumOf = (kinds: string) => `coalesce(sum(l.amount_cents) filter (where l.kind in (${kinds})), 0)`

/**
 * What reached the bank in a period, and the parts of each payout: `net` is their sum less fees. A
 * returned payout counts as 0; its money comes with a later one. Cents.
 */
export async function countPayouts(
  query: RawQuery,
  { from, to }: ReportSpan,
  by: PayoutGroup,
): Promise<CountedRow[]> {
  const { rows } = await query(
    `select key, min(label) as label, sum(net) as net, sum(payments) as payments, sum(refunds) as refunds,
        sum(disputes) as disputes, -sum(fees) as fees,
        sum(net - payments - refunds - disputes + fees) as other, sum(lines) as movements
      from (
        select ${KEYS[by]} as key, ${LABELS[by]} as label, p.arrives_on, p.id,
          case when ${BACK} then 0 else p.amount_cents end as net,
          ${sumOf(`'payment'`)} as payments, ${sumOf(`'refund', 'refund_failure'`)} as refunds,
            ${sumOf(`'dispute'`)} as disputes,
          coalesce(sum(l.fee_cents - case when l.kind = 'fee' then l.amount_cents else 0 end), 0) as fees,
          count(l.id) as lines
        from payouts p left join payout_lines l on l.payout_id = p.id
        where p.arrives_on between $1 and $2 and p.booked_at is not null
        group by p.id) each
      group by key order by min(arrives_on), min(id)`,
    [from, to],
  )
  return countedRows(rows)
}

/** Describes what has not reached the bank yet. */
export async function payoutNotes(query: RawQuery): Promise<string[]> {
  const { rows } = await query(
    `select (select coalesce(sum(amount_cents), 0) from (
          select amount_cents from ledger_carried where account = 'stripe' and at = (select max(at)
            from ledger_carried)
          union all
          select e.amount_cents from ledger_transactions t
            ${ENTRIES}
            where e.account = 'stripe' and t.at >= coalesce((select max(at)
              from ledger_carried), '-infinity')) moves) as held,
        (select count(*) from payouts where booked_at is not null
          and state in ('pending', 'in_transit')) as under_way,
        (select coalesce(sum(amount_cents), 0) from payouts where booked_at is not null
          and state in ('pending', 'in_transit')) as under_way_cents`,
  )
  const { held, under_way: underWay, under_way_cents: cents } = rows[0] ?? {}
  const there = `At the provider and not paid out yet: ${formatDollars(Number(held))}, before its fees.`
  if (Number(underWay) === 0) return [there]
  const ways = Number(underWay) === 1 ? 'One payout is' : `${String(Number(underWay))} payouts are`
  return [there, `${ways} on the way to the bank: ${formatDollars(Number(cents))}.`]
}
