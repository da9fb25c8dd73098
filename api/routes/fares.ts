import { createRoute } from '@hono/zod-openapi'
import { FareReply, FaresReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { fareSorts, listFares } from '../services/catalogue/list-fares.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, IdParams, idsAt, idsOf, listMeta, listQuery, oneRow, pageOf } from './list-query.ts'
import { refuse } from './refuse.ts'

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
const read = createRoute({
  method: 'get',
  path: '/v1/fares/{id}',
  summary: 'One fare',
  request: { params: IdParams },
  responses: { 200: jsonReply('The fare', FareReply) },
})

export const fares = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const filter = {
      ids: idsOf(query.id, query['id[]']),
      productIds: idsOf(query.product_id, query['product_id[]']),
    }
    const { rows, totalCount } = await listFares(c.get('deps').database.db, filter, pageOf(query))
    return c.json({ fares: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = { ids: idsAt(c.req.valid('param').id) }
    const { rows } = await listFares(c.get('deps').database.db, filter, oneRow)
    const fare = rows[0]
    return fare ? c.json({ fare }, 200) : refuse(c, 'not_found')
  })
