import { count, desc, eq, sql } from 'drizzle-orm'
import { type Payout, type PayoutLine } from '#contract/payout.ts'
import { type Db } from '../../db/client.ts'
import { payoutLines, payouts } from '../../db/schema/payouts.ts'
import { toDollars } from '../../rules/money/money.ts'
import { idsCondition, type ListPage } from '../../http/list-page.ts'
import { matchedPayoutLines, LINE_SUMS } from './held-payout-lines.ts'

type PayoutRow = typeof payouts.$inferSelect

/** The parts of a payout in cents. */
interface Sums {
  payments: number
  refunds: number
  disputes: number
  returned: number
  other: number
  fees: number
  net: number
  lines: number
  unmatched: number
}

/** Lists payouts, latest arrival first, with three queries. */
export async function listPayouts(db: Db, page: ListPage): Promise<{ rows: Payout[]; totalCount: number }> {
  const where = idsCondition(payouts.id, page)
  const rows = await db
    .select()
    .from(payouts)
    .where(where)
    .orderBy(desc(payouts.arrivesOn), desc(payouts.id))
    .limit(page.limit)
    .offset(page.offset)
  const sums = await readSums(db, rows)
  return {
    rows: rows.map((row) => presentPayout(row, sums.get(row.id))),
    totalCount: await db.$count(payouts, where),
  }
}

/**
 * Reads a payout and a page of its movements, newest first, with four queries; undefined when there
 * is none.
 */
export async function readPayoutLines(
  db: Db,
  id: number,
  page: ListPage,
): Promise<{ payout: Payout; lines: PayoutLine[]; totalCount: number } | undefined> {
  const [row] = await db.select().from(payouts).where(eq(payouts.id, id))
  if (!row) return undefined
  const sums = await readSums(db, [row])
  const of = sql`l.payout_id = ${id}`
  const answer = await db.execute(sql`
    select * from (${matchedPayoutLines(of)}) held order by moved_at desc, id desc
      limit ${page.limit} offset ${page.offset}`)
  const { rows } = answer as unknown as { rows: HeldLine[] }
  const [counted] = await db.select({ n: count() }).from(payoutLines).where(eq(payoutLines.payoutId, id))
  return {
    payout: presentPayout(row, sums.get(id)),
    lines: rows.map(presentLine),
    totalCount: counted?.n ?? 0,
  }
}

async function readSums(db: Db, rows: readonly PayoutRow[]): Promise<Map<number, Sums>> {
  if (rows.length === 0) return new Map()
  const ids = sql.join(
    rows.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const answer = await db.execute(sql`
    select payout_id, ${LINE_SUMS} from (${matchedPayoutLines(sql`l.payout_id in
      (${ids})`)}) held
      group by payout_id`)
  const { rows: found } = answer as unknown as { rows: (Sums & { payout_id: number })[] }
  return new Map(found.map((sums) => [sums.payout_id, sums]))
}

const NOTHING: Sums = {
  payments: 0,
  refunds: 0,
  disputes: 0,
  returned: 0,
  other: 0,
  fees: 0,
  net: 0,
  lines: 0,
  unmatched: 0,
}

function presentPayout(row: PayoutRow, sums: Sums = NOTHING): Payout {
  const isComplete = row.automatic && row.bookedAt !== null
  return {
    id: row.id,
    reference: row.reference,
    amount: toDollars(row.amountCents),
    currency: row.currency,
    status: row.state,
    automatic: row.automatic,
    arrives_on: row.arrivesOn,
    created_at: row.createdAt.toISOString(),
    booked_at: row.bookedAt?.toISOString() ?? null,
    payments: toDollars(sums.payments),
    refunds: toDollars(sums.refunds),
    disputes: toDollars(sums.disputes),
    fees: toDollars(sums.fees),
    returned: toDollars(sums.returned),
    other: toDollars(sums.other),
    lines: sums.lines,
    unmatched: sums.unmatched,
    difference: isComplete ? toDollars(row.amountCents - sums.net) : 0,
  }
}

interface HeldLine {
  id: number
  reference: string
  kind: PayoutLine['kind']
  source: string | null
  order_id: number | null
  amount_cents: number
  fee_cents: number
  moved_at: string | Date
  matched: boolean
}

const presentLine = (line: HeldLine): PayoutLine => ({
  id: line.id,
  reference: line.reference,
  kind: line.kind,
  source: line.source,
  order_id: line.order_id,
  amount: toDollars(line.amount_cents),
  fee: toDollars(line.fee_cents),
  net: toDollars(line.amount_cents - line.fee_cents),
  moved_at: new Date(line.moved_at).toISOString(),
  matched: line.matched,
})
