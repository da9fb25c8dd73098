import { type LedgerPosting } from '../../store/post-ledger.ts'
import { type ReportSource } from './report-source.ts'

/**
 * Joins the entries `e` of transactions `t` by their transaction. The `offset` keeps the planner
 * from scanning an account's entries, which are too many.
 */
export const ENTRIES = `cross join lateral (
        select account, amount_cents from ledger_entries where transaction_id = t.id offset 0) e`

/** What a transaction of the ledger was, in words. */
export const TRANSACTION_WORDS: Readonly<Record<string, string>> = {
  opened: 'There before the books began',
  sale: 'Orders and changes paid',
  part: 'Later parts of orders paid',
  issued: 'Gift cards issued',
  membership: 'Memberships paid',
  owed: 'Came for nothing we could deliver',
  returned: 'Given back at once',
  refunded: 'Refunds',
  vouchered: 'Given back as a voucher',
  disputed: 'Taken back by banks',
  granted: 'Given away',
  bounced: 'Refunds that came back',
  payout: 'Paid out: what the provider kept',
  commission: 'Commission of agents stated',
  commission_paid: 'Commission paid to agents',
  counted: 'Drawers counted',
} satisfies Record<LedgerPosting['kind'] | 'opened' | 'bounced', string>

/** A row of a report of money is a transaction of the ledger. */
export const LEDGER_ROW: ReportSource['row'] = {
  id: 't.id',
  at: 't.at',
  timezone: '$3::text',
  text: 't.kind',
  nameText: (kind) => TRANSACTION_WORDS[kind] ?? kind,
  orderId: 't.order_id',
}
