import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { Prize, PrizesReply } from '#contract/prize.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { listPrizes } from '../services/promotions/list-prizes.ts'
import { prizeResource } from '../services/resources/people-resources.ts'
import { listRows } from '../services/resources/read-rows.ts'
import { jsonReply } from './json-reply.ts'
import { IdList, listMeta, listQuery, pageOf } from './list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/prizes',
  summary: 'Upgrades one won and has not used yet, oldest first',
  description:
    'Only one’s own, once the mailbox is proven. `prize_id` of a quote and an order makes one free. The desk asks for everybody’s, used ones too.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(['id', 'created_at']).extend({
      everybody: z.stringbool().optional().describe('Everybody’s; for the desk, and only its own for others'),
      user_id: IdList.optional().describe('With `everybody`: whose'),
      upgrade_id: IdList.optional().describe('With `everybody`: of which upgrade'),
    }),
  },
  responses: { 200: jsonReply('Prizes', PrizesReply) },
})

export const prizes = createRouter().openapi(list, async (c) => {
  const caller = c.get('signedIn')
  const { database, clock } = c.get('deps')
  const query = c.req.valid('query')
  c.header('Cache-Control', 'private, no-store')
  if (c.get('reach') === 'any' && query.everybody) {
    const { user_id, upgrade_id } = query
    const filter = { ...(user_id ? { user_id } : {}), ...(upgrade_id ? { upgrade_id } : {}) }
    const { rows, totalCount } = await listRows(database.db, prizeResource, { filter, page: pageOf(query) })
    return c.json({ prizes: z.array(Prize).parse(rows), meta: listMeta(query, totalCount) }, 200)
  }
  const rows = caller.emailProven ? await listPrizes(database.db, caller, clock.now()) : []
  return c.json({ prizes: rows }, 200)
})
