import { sql } from 'drizzle-orm'
import { type Db, type Tx } from '../../db/client.ts'
import { type FailingRow } from '../../rules/bookkeeping/failing-check-row.ts'
import { type PromiseName, promiseNames } from '../rules/integrity-check-list.ts'
import { mergedAccounts } from './account-checks.ts'
import { type Check } from './integrity-check.ts'
import { ledgerBalance } from './ledger-checks.ts'
import { mailsLost, mailsUnsent, providerNews, providerPayments } from './message-checks.ts'
import { codeLimits, giftPurchases, givenBackTwice, ordersPaid, owedMoney, tenders } from './order-checks.ts'
import { payoutsMatch } from './payout-checks.ts'
import {
  aircraftTwice,
  calledOff,
  paidWithoutSeat,
  seatCounters,
  seatsOverCapacity,
  seatsWithoutOrder,
} from './seat-checks.ts'

const checks: Record<PromiseName, Check> = {
  seats_over_capacity: seatsOverCapacity,
  paid_without_seat: paidWithoutSeat,
  seats_without_order: seatsWithoutOrder,
  seat_counters: seatCounters,
  aircraft_twice: aircraftTwice,
  called_off: calledOff,
  ledger_balance: ledgerBalance,
  provider_payments: providerPayments,
  payouts: payoutsMatch,
  orders_paid: (now) => sql`${ordersPaid(now)} union all (${givenBackTwice(now)})`,
  owed_money: owedMoney,
  tenders,
  gift_purchases: giftPurchases,
  code_limits: codeLimits,
  merged_accounts: mergedAccounts,
  mails_unsent: mailsUnsent,
  mails_lost: mailsLost,
  provider_news: providerNews,
}

export interface CheckedPromise {
  promise: PromiseName
  /** How many rows break it. */
  failing: number
  /** What they are about in money. */
  cents: number
  /** The first of them. */
  rows: FailingRow[]
}

const ROWS_KEPT = 50

/**
 * Checks every promise on one snapshot of the data, so that a purchase under way is seen before or
 * after each of its steps and never between two. One query for each promise, however much there is.
 */
export async function checkPromises(db: Db, now: Date): Promise<CheckedPromise[]> {
  return db.transaction(
    async (tx) => {
      const found: CheckedPromise[] = []
      for (const promise of promiseNames) found.push({ promise, ...(await check(tx, checks[promise](now))) })
      return found
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

interface Row extends FailingRow {
  total: number
  total_cents: number
}

async function check(tx: Tx, failing: ReturnType<Check>): Promise<Omit<CheckedPromise, 'promise'>> {
  const answer = await tx.execute(sql`
    select kind, subject, id, facts, (count(*) over ())::int as total,
      coalesce(sum(cents) over (), 0)::int as total_cents
    from (${failing}) failing order by kind, subject, length(id), id limit ${ROWS_KEPT}`)
  const { rows } = answer as unknown as { rows: Row[] }
  const [first] = rows
  return {
    failing: first?.total ?? 0,
    cents: first?.total_cents ?? 0,
    rows: rows.map(({ kind, subject, id, facts }) => ({ kind, subject, id, facts })),
  }
}
