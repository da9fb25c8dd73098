import { sql } from 'drizzle-orm'
import { differingAgentStatements } from '../../agents/check-statements.ts'
import { type Db, type Tx } from '../../db/client.ts'
import { type FailingRow } from '../../rules/bookkeeping/failing-check-row.ts'
import { type IntegrityCheckName, integrityCheckNames } from '../rules/integrity-check-list.ts'
import { mergedAccounts } from './account-checks.ts'
import { type IntegrityCheckQuery } from '../../store/integrity-check.ts'
import { ledgerBalance } from './ledger-checks.ts'
import { lostMails, unsentMails, missedProviderEvents, providerPayments } from './message-checks.ts'
import {
  codeLimits,
  differingStaffPrices,
  doubleRefunds,
  incorrectlyPaidOrders,
  overdueReturns,
  tenders,
  unsettledNoShows,
} from './order-checks.ts'
import { giftPurchases } from '../../gifts/check-gift-purchases.ts'
import { differingSeatTypes } from './seat-type-checks.ts'
import { mismatchedPayouts } from './payout-checks.ts'
import { differingTransfers } from './transfer-checks.ts'
import {
  doubleBookedAircraft,
  cancelledDepartureSeats,
  ordersWithoutSeat,
  seatCounters,
  seatsOverCapacity,
  seatsWithoutOrder,
  weatherHoldSeats,
} from './seat-checks.ts'

const checks: Record<IntegrityCheckName, IntegrityCheckQuery> = {
  seats_over_capacity: seatsOverCapacity,
  paid_without_seat: (now) => sql`${ordersWithoutSeat(now)} union all (${differingTransfers(now)})`,
  seats_without_order: seatsWithoutOrder,
  seat_counters: seatCounters,
  aircraft_twice: doubleBookedAircraft,
  called_off: (now) => sql`${cancelledDepartureSeats(now)} union all (${weatherHoldSeats(now)})`,
  ledger_balance: (now) => sql`${ledgerBalance(now)} union all (${differingAgentStatements(now)})`,
  provider_payments: providerPayments,
  payouts: mismatchedPayouts,
  orders_paid: (now) =>
    sql`${incorrectlyPaidOrders(now)} union all (${doubleRefunds(now)})
      union all (${differingStaffPrices(now)}) union all (${unsettledNoShows(now)})
      union all (${differingSeatTypes(now)})`,
  owed_money: overdueReturns,
  tenders,
  gift_purchases: giftPurchases,
  code_limits: codeLimits,
  merged_accounts: mergedAccounts,
  mails_unsent: unsentMails,
  mails_lost: lostMails,
  provider_news: missedProviderEvents,
}

export interface IntegrityCheckResult {
  check: IntegrityCheckName
  /** How many rows fail. */
  failing: number
  /** The amount concerned. */
  cents: number
  /** The first failing rows. */
  rows: FailingRow[]
}

const STORED_ROWS = 50

/**
 * Runs every check on one snapshot of the data, so that no purchase is seen between two of its
 * steps. One query for each check, however much data there is.
 */
export async function runIntegrityChecks(db: Db, now: Date): Promise<IntegrityCheckResult[]> {
  return db.transaction(
    async (tx) => {
      const found: IntegrityCheckResult[] = []
      for (const promise of integrityCheckNames)
        found.push({ check: promise, ...(await check(tx, checks[promise](now))) })
      return found
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

interface Row extends FailingRow {
  total: number
  total_cents: number
}

async function check(
  tx: Tx,
  failing: ReturnType<IntegrityCheckQuery>,
): Promise<Omit<IntegrityCheckResult, 'check'>> {
  const answer = await tx.execute(sql`
    select kind, subject, id, facts, (count(*) over ())::int as total,
      coalesce(sum(cents) over (), 0)::int as total_cents
    from (${failing}) failing order by kind, subject, length(id), id limit ${STORED_ROWS}`)
  const { rows } = answer as unknown as { rows: Row[] }
  const [first] = rows
  return {
    failing: first?.total ?? 0,
    cents: first?.total_cents ?? 0,
    rows: rows.map(({ kind, subject, id, facts }) => ({ kind, subject, id, facts })),
  }
}
