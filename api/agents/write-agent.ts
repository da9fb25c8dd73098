import { type AgentChange, type AgentRequest, type AgentTermsRequest } from '#contract/agent.ts'
import { and, eq } from 'drizzle-orm'
import { type z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'
import { type Db, type Tx } from '../db/client.ts'
import { agents, agentTerms } from '../db/schema/agents.ts'
import { brands } from '../db/schema/brands.ts'
import { userRoles } from '../db/schema/people.ts'
import { roles } from '../rules/access/roles.ts'
import { monthOf, toLocalDate } from '../rules/time/local-time.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { toBps } from './present-agents.ts'

type Written =
  { ok: true; id: number } | { ok: false; reason: 'not_found' } | { ok: false; fields: FieldErrors }

const AGENT_ROLE = roles.find(({ name }) => name === 'agent')?.id ?? 0
const refuse = (field: string, sentence: string): Written => ({ ok: false, fields: { [field]: [sentence] } })
const NO_ROLE = refuse('user_id', 'This person is no agent. Give them that role among the staff first.')

async function isAgentAccount(tx: Tx, userId: number | null | undefined): Promise<boolean> {
  if (userId === null || userId === undefined) return true
  return (await tx.$count(userRoles, and(eq(userRoles.userId, userId), eq(userRoles.roleId, AGENT_ROLE)))) > 0
}

/** Makes an agent, whose first statement is that of the current month. */
export async function makeAgent(
  db: Db,
  input: z.output<typeof AgentRequest>['agent'],
  by: AuditBy,
): Promise<Written> {
  return db.transaction(async (tx): Promise<Written> => {
    const [brand] = await tx.select().from(brands).where(eq(brands.id, input.brand_id))
    if (!brand) return refuse('brand_id', 'There is no such brand')
    if (!(await isAgentAccount(tx, input.user_id))) return NO_ROLE
    const today = toLocalDate(by.at, brand.timeZone)
    const [made] = await tx
      .insert(agents)
      .values({
        brandId: brand.id,
        name: input.name,
        code: input.code,
        userId: input.user_id ?? null,
        statedUntil: `${monthOf(today)}-01`,
        createdAt: by.at,
      })
      .onConflictDoNothing()
      .returning({ id: agents.id })
    if (!made) return refuse('code', 'Another agent of this brand has this code')
    await tx.insert(agentTerms).values({
      agentId: made.id,
      fromDay: today,
      rateBps: toBps(input.percent),
      ownPrices: input.own_prices,
      setBy: by.userId,
      createdAt: by.at,
    })
    await writeAudit(tx, by, { resource: 'agents', id: made.id, after: { ...input, from: today } })
    return { ok: true, id: made.id }
  })
}

/** Renames an agent, ends it or begins again, or says whose account reads its pages. */
export async function changeAgent(
  db: Db,
  { id, change }: { id: number; change: z.output<typeof AgentChange>['agent'] },
  by: AuditBy,
): Promise<Written> {
  return db.transaction(async (tx): Promise<Written> => {
    const [row] = await tx.select().from(agents).where(eq(agents.id, id)).for('update')
    if (!row) return { ok: false, reason: 'not_found' }
    if (!(await isAgentAccount(tx, change.user_id))) return NO_ROLE
    const { name = row.name, user_id: userId = row.userId, ended = row.endedAt !== null } = change
    const endedAt = ended ? (row.endedAt ?? by.at) : null
    await tx.update(agents).set({ name, userId, endedAt }).where(eq(agents.id, id))
    const before = { name: row.name, user_id: row.userId, ended: row.endedAt !== null }
    await writeAudit(tx, by, { resource: 'agents', id, before, after: { name, user_id: userId, ended } })
    return { ok: true, id }
  })
}

/** Sets what counts from a coming day on; what counts from earlier days stays as it was. */
export async function setTerms(
  db: Db,
  { id, terms }: { id: number; terms: z.output<typeof AgentTermsRequest>['terms'] },
  by: AuditBy,
): Promise<Written> {
  return db.transaction(async (tx): Promise<Written> => {
    const [row] = await tx
      .select({ zone: brands.timeZone })
      .from(agents)
      .innerJoin(brands, eq(brands.id, agents.brandId))
      .where(eq(agents.id, id))
      .for('update', { of: agents })
    if (!row) return { ok: false, reason: 'not_found' }
    if (terms.from <= toLocalDate(by.at, row.zone))
      return refuse('from', 'Must be a day to come, so that sold orders keep their commission')
    const values = {
      rateBps: toBps(terms.percent),
      ownPrices: terms.own_prices,
      setBy: by.userId,
      createdAt: by.at,
    }
    const key = and(eq(agentTerms.agentId, id), eq(agentTerms.fromDay, terms.from))
    const [before] = await tx.select().from(agentTerms).where(key)
    await tx
      .insert(agentTerms)
      .values({ agentId: id, fromDay: terms.from, ...values })
      .onConflictDoUpdate({ target: [agentTerms.agentId, agentTerms.fromDay], set: values })
    await writeAudit(tx, by, {
      resource: 'agents',
      id,
      before: {
        from: before?.fromDay ?? null,
        rate_bps: before?.rateBps ?? null,
        own_prices: before?.ownPrices ?? null,
      },
      after: { from: terms.from, rate_bps: values.rateBps, own_prices: values.ownPrices },
    })
    return { ok: true, id }
  })
}
