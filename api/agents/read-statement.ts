import { type AgentStatementDetails } from '#contract/agent.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { agents } from '../db/schema/agents.ts'
import { agentStatementLines, agentStatements } from '../db/schema/agent-statements.ts'
import { brands } from '../db/schema/brands.ts'
import { toDollars } from '../rules/money/money.ts'
import { presentStatement, toPercent } from './present-agents.ts'
import { type Readable } from './read-agent.ts'

/** A statement with its lines; undefined when there is none or it is of another's agent. */
export async function readStatement(
  db: DbOrTx,
  id: number,
  readable: Readable,
): Promise<AgentStatementDetails | undefined> {
  const whose = readable === 'all' ? undefined : eq(agents.userId, readable.userId)
  const [found] = await db
    .select({ statement: agentStatements, agent: agents, brand: brands })
    .from(agentStatements)
    .innerJoin(agents, eq(agents.id, agentStatements.agentId))
    .innerJoin(brands, eq(brands.id, agents.brandId))
    .where(and(eq(agentStatements.id, id), whose))
  if (!found) return undefined
  const { statement, agent, brand } = found
  const lines = await db
    .select({
      line: agentStatementLines,
      // A select from one table names its columns without the table, which the inner one would catch.
      correction: sql<boolean>`exists (select 1 from agent_statement_lines e
        where e.order_id = agent_statement_lines.order_id and e.statement_id < ${id})`,
    })
    .from(agentStatementLines)
    .where(eq(agentStatementLines.statementId, id))
    .orderBy(asc(agentStatementLines.flownOn), asc(agentStatementLines.orderId))
  return {
    statement: presentStatement(statement),
    agent: { id: agent.id, brand_id: agent.brandId, name: agent.name },
    payer: {
      name: brand.name,
      legal_name: brand.legalName || brand.name,
      address: brand.legalAddress,
      phone: brand.phone,
      email: brand.email,
    },
    lines: lines.map(({ line, correction }) => ({
      order_id: line.orderId,
      flight: line.flight,
      flown_on: line.flownOn,
      percent: toPercent(line.rateBps),
      sold: toDollars(line.keptCents),
      amount: toDollars(line.amountCents),
      correction,
    })),
  }
}
