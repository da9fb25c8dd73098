import { createRoute } from '@hono/zod-openapi'
import { FaresReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { fareSorts, listFares } from '../services/list-fares.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, idsOf, listMeta, listQuery, pageOf } from './list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/fares',
  summary: 'Fares: what a departure of theirs costs, and what a gift card of theirs is good for',
  request: {
    query: listQuery(fareSorts).extend({
      id: IdList.optional(),
      'id[]': IdList.optional(),
      product_id: IdList.optional(),
      'product_id[]': IdList.optional(),
    }),
  },
  responses: { 200: jsonReply('Fares', FaresReply) },
})

export const fares = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const filter = {
    ids: idsOf(query.id, query['id[]']),
    productIds: idsOf(query.product_id, query['product_id[]']),
  }
  const { rows, totalCount } = await listFares(c.get('deps').database.db, filter, pageOf(query))
  return c.json({ fares: rows, meta: listMeta(query, totalCount) }, 200)
})
