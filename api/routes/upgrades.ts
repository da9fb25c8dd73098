import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { UpgradeReply, UpgradesReply } from '#contract/catalogue.ts'
import { createRouter } from '../http.ts'
import { listUpgrades, upgradeSorts } from '../services/catalogue/list-upgrades.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, IdParams, idsAt, idsOf, listMeta, listQuery, oneRow, pageOf } from './list-query.ts'
import { refuse } from './refuse.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/upgrades',
  summary: 'What can be added to a flight',
  request: {
    query: listQuery(upgradeSorts).extend({
      id: IdList.optional(),
      'id[]': IdList.optional(),
      product_id: z.coerce.number().int().positive().optional(),
    }),
  },
  responses: { 200: jsonReply('Upgrades', UpgradesReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/upgrades/{id}',
  summary: 'One upgrade',
  request: { params: IdParams },
  responses: { 200: jsonReply('The upgrade', UpgradeReply) },
})

export const upgrades = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const filter = { ids: idsOf(query.id, query['id[]']), productId: query.product_id }
    const { rows, totalCount } = await listUpgrades(c.get('deps').database.db, filter, pageOf(query))
    return c.json({ upgrades: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = { ids: idsAt(c.req.valid('param').id) }
    const { rows } = await listUpgrades(c.get('deps').database.db, filter, oneRow)
    const upgrade = rows[0]
    return upgrade ? c.json({ upgrade }, 200) : refuse(c, 'not_found')
  })
