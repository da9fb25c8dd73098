import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { TerminalReply, TerminalsReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { findTerminal, listTerminals, terminalSorts } from '../services/catalogue/list-terminals.ts'
import { jsonReply } from './json-reply.ts'
import { findId, listMeta, listQuery, pageOf } from './list-query.ts'
import { refuse } from './refuse.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/terminals',
  summary: 'Where flights leave and land',
  request: { query: listQuery(terminalSorts) },
  responses: { 200: jsonReply('Terminals', TerminalsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/terminals/{id}',
  summary: 'One terminal',
  request: { params: z.object({ id: z.string().max(20) }) },
  responses: { 200: jsonReply('The terminal', TerminalReply) },
})

export const terminals = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, totalCount } = await listTerminals(c.get('deps').database.db, pageOf(query))
    return c.json({ terminals: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const id = findId(c.req.valid('param').id)
    const terminal = id && (await findTerminal(c.get('deps').database.db, id))
    return terminal ? c.json({ terminal }, 200) : refuse(c, 'not_found')
  })
