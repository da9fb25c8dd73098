import { type Agent, type AgentStatement } from '#contract/agent.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { type agentStatements } from '../db/schema/agent-statements.ts'
import { monthOf } from '../rules/time/local-time.ts'
import { toDollars } from '../rules/money/money.ts'
import { findPayable } from './rules/commission.ts'

interface AgentRow {
  id: number
  brand_id: number
  name: string
  code: string
  user_id: number | null
  created_at: string | Date
  ended_at: string | Date | null
  rate_bps: number
  month: string
  orders: number
  sold_cents: number
  owed_cents: number
}

export const toPercent = (bps: number): number => bps / 100
export const toBps = (percent: number): number => Math.round(percent * 100)

/** Agents by name with their current month, with one statement. @param where over `a`, the agents */
export async function findAgents(db: DbOrTx, where: SQL, now: Date): Promise<Agent[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = (await db.execute(sql`
    select a.id, a.brand_id, a.name, a.code, a.user_id, a.created_at, a.ended_at,
      coalesce(t.rate_bps, 0) as rate_bps, to_char(m.month, 'YYYY-MM') as month,
      s.orders, s.sold_cents, w.owed_cents
    from agents a
    join brands b on b.id = a.brand_id
    cross join lateral (select date_trunc('month', ${at} at time zone b.time_zone) as month) m
    left join lateral (select rate_bps from agent_terms where agent_id = a.id
      and from_day <= (${at} at time zone b.time_zone)::date order by from_day desc limit 1) t on true
    cross join lateral (select count(*)::int as orders, coalesce(sum(total_cents), 0)::int as sold_cents
      from orders where agent_id = a.id and completed_at >= m.month at time zone b.time_zone) s
    cross join lateral (select coalesce(sum(case when paid_at is null then earned_cents
        else -carried_cents end), 0)::int as owed_cents
      from agent_statements where agent_id = a.id) w
    where ${where}
    order by a.ended_at is not null, lower(a.name), a.id`)) as unknown as { rows: AgentRow[] }
  return rows.map((row) => ({
    id: row.id,
    brand_id: row.brand_id,
    name: row.name,
    code: row.code,
    user_id: row.user_id,
    created_at: new Date(row.created_at).toISOString(),
    ended: row.ended_at !== null,
    ended_at: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    percent: toPercent(row.rate_bps),
    month: row.month,
    orders: row.orders,
    sold: toDollars(row.sold_cents),
    owed: toDollars(row.owed_cents),
  }))
}

export const presentStatement = (row: typeof agentStatements.$inferSelect): AgentStatement => ({
  id: row.id,
  agent_id: row.agentId,
  number: row.number,
  month: monthOf(row.month),
  earned: toDollars(row.earnedCents),
  carried: toDollars(row.carriedCents),
  payable: toDollars(findPayable(row)),
  created_at: row.createdAt.toISOString(),
  paid_at: row.paidAt?.toISOString() ?? null,
  paid_reference: row.paidReference,
})
