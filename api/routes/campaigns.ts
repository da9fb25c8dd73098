import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { CampaignReply, CampaignsReply } from '#contract/promotions.ts'
import { createRouter } from '../http.ts'
import { campaignSorts, listCampaigns } from '../services/catalogue/list-campaigns.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, IdParams, idsAt, idsOf, listMeta, listQuery, oneRow, pageOf } from './list-query.ts'
import { refuse } from './refuse.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/campaigns',
  summary: 'Sale banners, past and coming ones too',
  request: {
    query: listQuery(campaignSorts).extend({
      brand_id: IdList.optional(),
      'brand_id[]': IdList.optional(),
      disabled: z.stringbool().optional(),
    }),
  },
  responses: { 200: jsonReply('Campaigns', CampaignsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/campaigns/{id}',
  summary: 'One campaign',
  request: { params: IdParams },
  responses: { 200: jsonReply('The campaign', CampaignReply) },
})

export const campaigns = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const filter = { brandIds: idsOf(query.brand_id, query['brand_id[]']), disabled: query.disabled }
    const { rows, totalCount } = await listCampaigns(c.get('deps').database.db, filter, pageOf(query))
    return c.json({ campaigns: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = { ids: idsAt(c.req.valid('param').id) }
    const { rows } = await listCampaigns(c.get('deps').database.db, filter, oneRow)
    const campaign = rows[0]
    return campaign ? c.json({ campaign }, 200) : refuse(c, 'not_found')
  })
