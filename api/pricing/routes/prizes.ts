import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { Prize, PrizesReply } from '#contract/prize.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listPrizes } from '../list-prizes.ts'
import { prizeResource } from '../prize-resource.ts'
import { sortPresentedRows } from '../../http/sort-rows.ts'
import { listRows } from '../../resources/read-rows.ts'
import { sortedFields } from '../../resources/resource.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { IdList, listMeta, listQuery, toListPage, filterRequestedRows } from '../../http/list-query.ts'

const prizeSorts = sortedFields(prizeResource)

const list = createRoute({
  method: 'get',
  path: '/v1/prizes',
  summary: 'Upgrades one won and has not used yet, oldest first',
  description:
    'Only one’s own, once the mailbox is proven; everybody’s for staff, used ones too. ' +
    '`prize_id` of a quote and an order makes one free.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(prizeSorts).extend({
      everybody: z
        .stringbool()
        .optional()
        .describe(
          '`0`: only one’s own. Staff see everybody’s otherwise, used ones too, and nobody else does',
        ),
      user_id: IdList.optional().describe('For staff: whose'),
      upgrade_id: IdList.optional().describe('For staff: of which upgrade'),
    }),
  },
  responses: { 200: jsonReply('Prizes', PrizesReply) },
})

export const prizes = createRouter().openapi(list, async (c) => {
  const caller = c.get('signedIn')
  const { database, clock } = c.get('deps')
  const query = c.req.valid('query')
  c.header('Cache-Control', 'private, no-store')
  if (c.get('reach') === 'any' && query.everybody !== false) {
    const { user_id, upgrade_id } = query
    const page = toListPage(query)
    const filter = {
      ...(user_id ? { user_id } : {}),
      ...(upgrade_id ? { upgrade_id } : {}),
      ...(page.ids ? { id: page.ids } : {}),
    }
    const { rows, totalCount } = await listRows(database.db, prizeResource, { filter, page })
    return c.json({ prizes: z.array(Prize).parse(rows), meta: listMeta(query, totalCount) }, 200)
  }
  const own = caller.emailProven ? await listPrizes(database.db, caller, clock.now()) : []
  const { rows, totalCount } = sortPresentedRows(filterRequestedRows(own, query), toListPage(query))
  return c.json({ prizes: rows, meta: listMeta(query, totalCount) }, 200)
})
