import { createRoute } from '@hono/zod-openapi'
import { PayoutReply, PayoutsReply } from '#contract/payout.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listPayouts, readPayoutLines } from '../payouts/list-payouts.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/payouts',
  summary: 'What the payment provider sent to the bank, the last to arrive first; staff only',
  middleware: [requireCaller] as const,
  request: { query: listQuery([]) },
  responses: { 200: jsonReply('Payouts', PayoutsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/payouts/{id}',
  summary: 'A payout and the payments, refunds, disputes and fees in it, held against the books; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams, query: listQuery([]).omit({ id: true, 'id[]': true }) },
  responses: { 200: jsonReply('The payout', PayoutReply) },
})

export const payouts = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, totalCount } = await listPayouts(c.get('deps').database.db, toListPage(query))
    return c.json({ payouts: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const query = c.req.valid('query')
    const id = findId(c.req.valid('param').id)
    const found =
      id === undefined ? undefined : await readPayoutLines(c.get('deps').database.db, id, toListPage(query))
    if (!found) return refuse(c, 'not_found')
    const meta = listMeta(query, found.totalCount)
    return c.json({ payout: found.payout, payout_lines: found.lines, meta }, 200)
  })
