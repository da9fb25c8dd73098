import { sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { rawStatement } from '../db/statement.ts'
import { type LedgerEntry } from '../rules/money/ledger.ts'

export interface LedgerPosting {
  /** Null for an entry without an order. */
  orderId: number | null
  kind:
    | 'sale'
    /** A later part of a sold order. */
    | 'part'
    /** Its gift cards, once nothing is due. */
    | 'issued'
    | 'owed'
    | 'returned'
    | 'refunded'
    | 'vouchered'
    | 'disputed'
    | 'granted'
    | 'counted'
    | 'membership'
    | 'payout'
    /** What an agent earned, and that it was paid. */
    | 'commission'
    | 'commission_paid'
  /**
   * The event, with one posting per event: `payment:12`, `refund:3`, `dispute:12`, `credit:7`,
   * `payout:4`, `agent_statement:2`, `agent_statement:2:paid`.
   */
  eventKey: string
  entries: readonly LedgerEntry[]
  now: Date
}

/**
 * Writes a double entry in the transaction whose event it records. A repeated event writes nothing.
 */
export async function postLedger(tx: Tx, posting: LedgerPosting): Promise<void> {
  if (posting.entries.length === 0) return
  const { orderId, kind, eventKey, now } = posting
  const entries = posting.entries.map(({ account, amountCents }) => ({ account, cents: amountCents }))
  await insertPosting(tx, { orderId, kind, eventKey, now, entries: JSON.stringify(entries) })
}

const insertPosting = rawStatement<Omit<LedgerPosting, 'entries'> & { entries: string }>(sql`
  with written as (
    insert into "ledger_transactions" ("order_id", "kind", "event_key", "at")
    values (${sql.placeholder('orderId')}, ${sql.placeholder('kind')}, ${sql.placeholder('eventKey')},
      ${sql.placeholder('now')})
    on conflict ("event_key") do nothing
    returning "id"
  )
  insert into "ledger_entries" ("transaction_id", "account", "amount_cents")
  select written."id", entry.account, entry.cents
  from written, rows from (
    jsonb_to_recordset(${sql.placeholder('entries')}::jsonb) as (account text, cents int)
  ) with ordinality as entry (account, cents, position)
  order by entry.position`)
