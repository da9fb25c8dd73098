import { type Tx } from '../db/client.ts'
import { ledgerEntries, ledgerTransactions } from '../db/schema/money.ts'
import { type LedgerEntry } from '../rules/money/ledger.ts'

export interface LedgerPosting {
  /** Null for an entry without an order. */
  orderId: number | null
  kind:
    | 'sale'
    | 'owed'
    | 'returned'
    | 'refunded'
    | 'vouchered'
    | 'disputed'
    | 'granted'
    | 'counted'
    | 'membership'
    | 'payout'
  /**
   * The event, with one posting per event: `payment:12`, `refund:3`, `dispute:12`, `credit:7`,
   * `payout:4`.
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
  const [written] = await tx
    .insert(ledgerTransactions)
    .values({ orderId, kind, eventKey, at: now })
    .onConflictDoNothing({ target: ledgerTransactions.eventKey })
    .returning({ id: ledgerTransactions.id })
  if (!written) return
  await tx
    .insert(ledgerEntries)
    .values(posting.entries.map((entry) => ({ transactionId: written.id, ...entry })))
}
