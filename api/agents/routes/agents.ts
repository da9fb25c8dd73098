import { createRoute } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import { type Context } from 'hono'
import {
  AgentChange,
  AgentPaymentRequest,
  AgentReply,
  AgentRequest,
  AgentsReply,
  AgentStatementReply,
  AgentTermsRequest,
} from '#contract/agent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { type ApiEnv, createRouter, isStaff, type SignedInCaller } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { filterRequestedRows, findId, IdParams, IdQuery } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { payStatement } from '../pay-statement.ts'
import { findAgents } from '../present-agents.ts'
import { readAgent, type Readable, readableAgents } from '../read-agent.ts'
import { readStatement } from '../read-statement.ts'
import { refuse } from '../refusals.ts'
import { changeAgent, makeAgent, setTerms } from '../write-agent.ts'

const path = '/v1/agents'
const list = createRoute({
  method: 'get',
  path,
  summary: 'List the agents with their current month; staff all, agents their own',
  middleware: [requireCaller] as const,
  request: { query: IdQuery },
  responses: { 200: jsonReply('Agents', AgentsReply) },
})
const make = createRoute({
  method: 'post',
  path,
  summary: 'Make an agent of a brand; admins only',
  description: 'Orders that are placed through the link or by the account from then on are theirs.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(AgentRequest) },
  responses: { 201: jsonReply('The agent', AgentReply) },
})
const read = createRoute({
  method: 'get',
  path: `${path}/{id}`,
  summary: 'An agent with the last orders and all statements; staff any, agents their own',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The agent', AgentReply) },
})
const asItStands = readOnlyFields('agent', AgentChange.shape.agent, async (c) => {
  const { database, clock } = c.get('deps')
  const id = findId(c.req.param('id') ?? '') ?? 0
  const [agent] = await findAgents(database.db, sql`a.id = ${id}`, clock.now())
  return agent
})
const change = createRoute({
  method: 'patch',
  path: `${path}/{id}`,
  summary: 'Rename an agent, end it or give it a log-in; admins only',
  middleware: [requireCaller, asItStands] as const,
  request: { params: IdParams, body: jsonBody(AgentChange) },
  responses: { 200: jsonReply('The agent', AgentReply) },
})
const terms = createRoute({
  method: 'post',
  path: `${path}/{id}/terms`,
  summary: 'Set the commission of orders that are paid from a coming day on; admins only',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(AgentTermsRequest) },
  responses: { 200: jsonReply('The agent', AgentReply) },
})
const statement = createRoute({
  method: 'get',
  path: '/v1/agent_statements/{id}',
  summary: 'A statement with its lines; staff any, agents their own',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The statement', AgentStatementReply) },
})
const pay = createRoute({
  method: 'post',
  path: '/v1/agent_statements/{id}/payment',
  summary: 'Note that a statement was paid, and how; admins only',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(AgentPaymentRequest) },
  responses: { 200: jsonReply('The statement', AgentStatementReply) },
})

type SignedIn = Context<ApiEnv & { Variables: { signedIn: SignedInCaller } }>

/** Agents read what is theirs. */
function readableBy(c: SignedIn): Readable {
  const caller = c.get('signedIn')
  return isStaff(caller) ? 'all' : { userId: caller.userId }
}

const readNow = (c: SignedIn, id: number, readable: Readable) =>
  readAgent(c.get('deps').database.db, { id, readable, now: c.get('deps').clock.now() })

export const agents = createRouter()
  .openapi(list, async (c) => {
    const { database, clock } = c.get('deps')
    const rows = await findAgents(database.db, readableAgents(readableBy(c)), clock.now())
    return c.json({ agents: filterRequestedRows(rows, c.req.valid('query')) }, 200)
  })
  .openapi(make, async (c) => {
    const made = await makeAgent(c.get('deps').database.db, c.req.valid('json').agent, auditBy(c))
    if (!made.ok) return 'fields' in made ? refuseFields(c, made.fields) : refuse(c, made.reason)
    const found = await readNow(c, made.id, 'all')
    return found ? c.json(found, 201) : refuse(c, 'not_found')
  })
  .openapi(read, async (c) => {
    const found = await readNow(c, findId(c.req.valid('param').id) ?? 0, readableBy(c))
    return found ? c.json(found, 200) : refuse(c, 'not_found')
  })
  .openapi(change, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const input = { id, change: c.req.valid('json').agent }
    const done = await changeAgent(c.get('deps').database.db, input, auditBy(c))
    if (!done.ok) return 'fields' in done ? refuseFields(c, done.fields) : refuse(c, done.reason)
    const found = await readNow(c, id, 'all')
    return found ? c.json(found, 200) : refuse(c, 'not_found')
  })
  .openapi(terms, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const done = await setTerms(c.get('deps').database.db, { id, ...c.req.valid('json') }, auditBy(c))
    if (!done.ok) return 'fields' in done ? refuseFields(c, done.fields) : refuse(c, done.reason)
    const found = await readNow(c, id, 'all')
    return found ? c.json(found, 200) : refuse(c, 'not_found')
  })
  .openapi(statement, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const found = await readStatement(c.get('deps').database.db, id, readableBy(c))
    return found ? c.json(found, 200) : refuse(c, 'not_found')
  })
  .openapi(pay, async (c) => {
    const { db } = c.get('deps').database
    const id = findId(c.req.valid('param').id) ?? 0
    const { reference } = c.req.valid('json').payment
    const paid = await payStatement(db, { id, reference }, auditBy(c))
    if (!paid.ok) return refuse(c, paid.reason)
    const found = await readStatement(db, id, 'all')
    return found ? c.json(found, 200) : refuse(c, 'not_found')
  })
