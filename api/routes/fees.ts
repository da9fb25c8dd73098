import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { FeeReply, FeesReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { feeSorts, listFees } from '../services/catalogue/list-fees.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, IdParams, idsAt, idsOf, listMeta, listQuery, oneRow, pageOf } from './list-query.ts'
import { refuse } from './refuse.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/fees',
  summary: 'Fees that prices include',
  request: {
    query: listQuery(feeSorts).extend({
      brand_id: IdList.optional(),
      'brand_id[]': IdList.optional(),
      enabled: z.stringbool().optional(),
    }),
  },
  responses: { 200: jsonReply('Fees', FeesReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/fees/{id}',
  summary: 'One fee',
  request: { params: IdParams },
  responses: { 200: jsonReply('The fee', FeeReply) },
})

export const fees = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const filter = { brandIds: idsOf(query.brand_id, query['brand_id[]']), enabled: query.enabled }
    const { rows, totalCount } = await listFees(c.get('deps').database.db, filter, pageOf(query))
    return c.json({ fees: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = { ids: idsAt(c.req.valid('param').id) }
    const { rows } = await listFees(c.get('deps').database.db, filter, oneRow)
    const fee = rows[0]
    return fee ? c.json({ fee }, 200) : refuse(c, 'not_found')
  })
