import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { agents } from '../db/schema/agents.ts'
import { agentStatementLines, agentStatements } from '../db/schema/agent-statements.ts'
import { userRoles, users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { commissionEntries } from '../rules/money/ledger.ts'
import { roles } from '../rules/access/roles.ts'
import { addMonths } from '../rules/time/local-time.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { postLedger } from '../store/post-ledger.ts'
import { flightsOfOrder } from './flights-of-order.ts'
import { loadCommissions } from './load-commissions.ts'
import { planStatement } from './rules/commission.ts'

const AGENT_ROLE = roles.find(({ name }) => name === 'agent')?.id ?? 0

/**
 * Makes the statements of the month that has ended, each agent's in one transaction with its posting
 * and the day until which they are stated: a killed job goes on where it stopped, and two at once make
 * each statement once. What was due while the shop was down is in the next statement.
 */
export async function makeAgentStatements(deps: Deps): Promise<void> {
  const { database, clock } = deps
  while (await database.db.transaction((tx) => makeNext(tx, deps, clock.now())));
}

type Deps = Pick<ApiDeps, 'database' | 'clock' | 'settings' | 'jobs'>

interface DueAgent {
  id: number
  brandId: number
  zone: string
  /** The first day of this month. */
  until: string
  untilAt: Date
}

async function makeNext(tx: Tx, deps: Deps, now: Date): Promise<boolean> {
  const due = await lockNextAgent(tx, now)
  if (!due) return false
  const flown = await findFlownOrders(tx, due)
  const known = await loadCommissions(
    tx,
    flown.map(({ orderId }) => orderId),
    due.untilAt,
  )
  const [before] = await tx
    .select()
    .from(agentStatements)
    .where(eq(agentStatements.agentId, due.id))
    .orderBy(desc(agentStatements.number))
    .limit(1)
  const orders = flown.flatMap((order) => {
    const commission = known.get(order.orderId)
    return commission ? [{ ...commission, flight: order.flight, flownOn: order.flownOn }] : []
  })
  const { lines, earnedCents, carriedCents } = planStatement(orders, before)
  if (lines.length > 0) {
    const [made] = await tx
      .insert(agentStatements)
      .values({
        agentId: due.id,
        number: (before?.number ?? 0) + 1,
        month: `${addMonths(due.until.slice(0, 7), -1)}-01`,
        untilAt: due.untilAt,
        earnedCents,
        carriedCents,
        createdAt: now,
      })
      .returning({ id: agentStatements.id })
    const statementId = made?.id ?? 0
    await tx.insert(agentStatementLines).values(
      lines.map(({ orderId, flight, flownOn, rateBps, keptCents, amountCents }) => ({
        ...{ statementId, orderId, flight, flownOn, rateBps, keptCents, amountCents },
      })),
    )
    const eventKey = `agent_statement:${String(statementId)}`
    const entries = commissionEntries(earnedCents)
    await postLedger(tx, { orderId: null, kind: 'commission', eventKey, entries, now })
    await mailStatement(tx, deps, { due, statementId, now })
  }
  await tx.update(agents).set({ statedUntil: due.until }).where(eq(agents.id, due.id))
  return true
}

/** Only whoever still has the role of agents. */
async function mailStatement(
  tx: Tx,
  deps: Deps,
  { due, statementId, now }: { due: DueAgent; statementId: number; now: Date },
): Promise<void> {
  const [reader] = await tx
    .select({ userId: users.id, to: users.email })
    .from(agents)
    .innerJoin(users, eq(users.id, agents.userId))
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.roleId, AGENT_ROLE)))
    .where(and(eq(agents.id, due.id), isNull(users.suspendedAt)))
  if (!reader) return
  const mail = {
    ...{ kind: 'agent_statement' as const, eventKey: `agent_statement:${String(statementId)}` },
    ...{ brandId: due.brandId, subjectId: statementId, ...reader },
  }
  await queueMail(tx, mail, now, deps)
}

async function lockNextAgent(tx: Tx, now: Date): Promise<DueAgent | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = (await tx.execute(sql`
    select a.id, a.brand_id, b.time_zone as zone, to_char(m.month, 'YYYY-MM-DD') as until,
      to_char(m.month at time zone b.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until_at
    from agents a join brands b on b.id = a.brand_id
    cross join lateral (select date_trunc('month', ${at} at time zone b.time_zone) as month) m
    where a.stated_until < m.month::date
    order by a.id limit 1 for update of a skip locked`)) as unknown as {
    rows: { id: number; brand_id: number; zone: string; until: string; until_at: string }[]
  }
  const [row] = rows
  return (
    row && {
      id: row.id,
      brandId: row.brand_id,
      zone: row.zone,
      until: row.until,
      untilAt: new Date(row.until_at),
    }
  )
}

/**
 * The agent's paid orders whose flights have all left, and that no statement has, or of which something
 * was refunded since the last that has it. A refund that was under way when a statement was made may
 * bear a time before it, hence the day.
 */
async function findFlownOrders(tx: Tx, { id, zone, untilAt }: DueAgent) {
  const until = sql`${untilAt.toISOString()}::timestamptz`
  const { rows } = (await tx.execute(sql`
    select o.id, p.name as flight, to_char(f.last_at at time zone ${zone}, 'YYYY-MM-DD') as flown_on
    from orders o
    join products p on p.id = o.product_id
    cross join lateral (${flightsOfOrder(until)}) f
    where o.agent_id = ${id} and o.completed_at < ${until} and o.due_cents = 0 and f.flown
      and (not exists (select 1 from agent_statement_lines l where l.order_id = o.id)
        or exists (select 1 from payments x where x.order_id = o.id and x.dispute_state = 'lost')
        or exists (select 1 from order_refunds r where r.order_id = o.id and r.created_at >= (
          select max(s.until_at) - interval '1 day' from agent_statement_lines l
          join agent_statements s on s.id = l.statement_id where l.order_id = o.id)))
    order by f.last_at, o.id`)) as unknown as {
    rows: { id: number; flight: string; flown_on: string }[]
  }
  return rows.map(({ id: orderId, flight, flown_on: flownOn }) => ({ orderId, flight, flownOn }))
}
