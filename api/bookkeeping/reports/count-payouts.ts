import { PAYOUT_LINE_WORDS } from '#contract/payout-words.ts'
import { type RawQuery } from '../../db/client.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { ENTRIES } from './ledger-entries.ts'
import { type ReportSource } from './report-source.ts'
import { type ReportSpan } from './report-span.ts'

const BACK = `p.state in ('failed', 'canceled')`
const KEYS = {
  payout: {
    key: 'reference',
    label:
      `to_char(arrives_on, 'FMMon FMDD, YYYY') || case when state in ('failed', 'canceled') ` +
      `then ', sent back' else '' end`,
  },
  day: { key: `to_char(arrives_on, 'YYYY-MM-DD')`, label: `to_char(arrives_on, 'YYYY-MM-DD')` },
} as const
export type PayoutGroup = keyof typeof KEYS

/** The movements of a payout in words, as on its own page. */
const MOVEMENT_WORDS: Readonly<Record<string, string>> = {
  ...PAYOUT_LINE_WORDS,
  rest: 'What the provider did not tell, or was sent back',
}

/** The order of a movement: of the payment that it is, or gives back. */
const ORDER = `(select order_id from payments where payment_intent = l.payment_intent limit 1)`

/**
 * What reached the bank in a period, and the parts of each payout: `net` is their sum less fees. A
 * returned payout counts as 0; its money comes with a later one. A row is a movement of the balance, and
 * one more for each payout whose movements are not its amount. Cents.
 */
export const payoutsSource = ({ from, to, timezone }: ReportSpan, by: PayoutGroup): ReportSource => ({
  ...KEYS[by],
  from: `(
      select p.id as payout, p.reference, p.arrives_on, p.state, l.reference as id, l.moved_at as at, l.kind,
        ${ORDER} as order_id, l.amount_cents, l.fee_cents,
        case when l.kind = 'fee' then l.amount_cents else 0 end - l.fee_cents as fees, 1 as movements
      from payouts p join payout_lines l on l.payout_id = p.id
      where p.arrives_on between $1 and $2 and p.booked_at is not null
      union all
      select p.id, p.reference, p.arrives_on, p.state, p.reference, p.created_at, 'rest', null,
        case when ${BACK} then 0 else p.amount_cents end - told.cents, 0, 0, 0
      from payouts p cross join lateral (
        select coalesce(sum(amount_cents - fee_cents), 0)::int as cents, count(*) as lines
        from payout_lines where payout_id = p.id) told
      where p.arrives_on between $1 and $2 and p.booked_at is not null
        and (told.lines = 0 or case when ${BACK} then 0 else p.amount_cents end <> told.cents)) moved
    where $3::text is not null`,
  values: [from, to, timezone],
  figures: {
    net: 'sum(amount_cents - fee_cents)',
    payments: `sum(amount_cents) filter (where kind = 'payment')`,
    refunds: `sum(amount_cents) filter (where kind in ('refund', 'refund_failure'))`,
    disputes: `sum(amount_cents) filter (where kind = 'dispute')`,
    fees: 'sum(fees)',
    other: `sum(amount_cents) filter (where kind in ('payout_failure', 'hold', 'other', 'rest'))`,
    movements: 'sum(movements)',
  },
  order: 'key',
  orderBy: 'min(arrives_on), min(payout)',
  row: {
    id: 'id',
    at: 'at',
    timezone: '$3::text',
    text: 'kind',
    nameText: (kind) => MOVEMENT_WORDS[kind] ?? kind,
    orderId: 'order_id',
  },
})

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
