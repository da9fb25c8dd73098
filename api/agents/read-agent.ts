import { type AgentDetails, type AgentOrder } from '#contract/agent.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { agentTerms } from '../db/schema/agents.ts'
import { agentStatements } from '../db/schema/agent-statements.ts'
import { toDollars } from '../rules/money/money.ts'
import { flightsOfOrder } from './flights-of-order.ts'
import { loadCommissions } from './load-commissions.ts'
import { findAgents, presentStatement, toPercent } from './present-agents.ts'

/** How many orders are listed. */
const ORDERS = 50

/** Whose agents the caller may read: all, or those of an account. */
export type Readable = 'all' | { userId: number }

export const readableAgents = (readable: Readable) =>
  readable === 'all' ? sql`true` : sql`a.user_id = ${readable.userId}`

/** An agent with the last orders; undefined when there is none or it is not the caller's. */
export async function readAgent(
  db: DbOrTx,
  { id, readable, now }: { id: number; readable: Readable; now: Date },
): Promise<AgentDetails | undefined> {
  const [agent] = await findAgents(db, sql`a.id = ${id} and ${readableAgents(readable)}`, now)
  if (!agent) return undefined
  const [terms, statements, orders] = await Promise.all([
    db.select().from(agentTerms).where(eq(agentTerms.agentId, id)).orderBy(desc(agentTerms.fromDay)),
    db
      .select()
      .from(agentStatements)
      .where(eq(agentStatements.agentId, id))
      .orderBy(desc(agentStatements.number)),
    listOrders(db, id, now),
  ])
  return {
    agent,
    terms: terms.map(({ fromDay, rateBps, ownPrices }) => ({
      from: fromDay,
      percent: toPercent(rateBps),
      own_prices: ownPrices,
    })),
    orders,
    statements: statements.map(presentStatement),
  }
}

interface OrderRow {
  id: number
  flight: string
  buyer: string
  last_at: string | Date | null
  last_zone: string | null
  completed_at: string | Date
  flown: boolean
  due_cents: number
}

/** The last orders that were paid, latest first. */
async function listOrders(db: DbOrTx, agentId: number, now: Date): Promise<AgentOrder[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = (await db.execute(sql`
    select o.id, p.name as flight, o.completed_at, o.due_cents, f.last_at, f.last_zone, f.flown,
      coalesce(nullif(concat_ws(' ', left(u.first_name, 1) || '.', u.last_name), ''), 'Guest') as buyer
    from (select * from orders where agent_id = ${agentId} and completed_at is not null
      order by completed_at desc, id desc limit ${ORDERS}) o
    join products p on p.id = o.product_id
    join users u on u.id = o.user_id
    cross join lateral (${flightsOfOrder(at)}) f
    order by o.completed_at desc, o.id desc`)) as unknown as { rows: OrderRow[] }
  const commissions = await loadCommissions(
    db,
    rows.map(({ id }) => id),
    new Date(now.getTime() + 1),
  )
  return rows.flatMap((row) => {
    const commission = commissions.get(row.id)
    if (!commission) return []
    const { keptCents, soldCents, rateBps, commissionCents, statedCents } = commission
    const isReturned = soldCents > 0 && keptCents === 0
    const state = isReturned ? 'refunded' : row.due_cents > 0 ? 'unpaid' : row.flown ? 'flown' : 'to_fly'
    return [
      {
        id: row.id,
        buyer: row.buyer,
        flight: row.flight,
        departs_at: row.last_at === null ? null : new Date(row.last_at).toISOString(),
        timezone: row.last_zone,
        paid_at: new Date(row.completed_at).toISOString(),
        state,
        sold: toDollars(keptCents),
        percent: toPercent(rateBps),
        commission: toDollars(commissionCents),
        stated: toDollars(statedCents),
      } satisfies AgentOrder,
    ]
  })
}
