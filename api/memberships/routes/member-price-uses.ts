import { createRoute } from '@hono/zod-openapi'
import { MemberPriceUsesReply } from '#contract/member-price-use.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listMemberPriceUses } from '../list-member-price-uses.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { listMeta, listQuery, toListPage } from '../../http/list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/member_price_uses',
  summary: 'Paid orders with the members’ price whose membership is not paid; staff only',
  middleware: [requireCaller] as const,
  request: { query: listQuery([]) },
  responses: { 200: jsonReply('The orders, newest first', MemberPriceUsesReply) },
})

export const memberPriceUses = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { rows, totalCount } = await listMemberPriceUses(c.get('deps').database.db, toListPage(query))
  return c.json({ member_price_uses: rows, meta: listMeta(query, totalCount) }, 200)
})
