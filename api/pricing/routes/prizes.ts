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
  summary: 'List the caller’s unused prizes, oldest first',
  description:
    'Only the caller’s, once the e-mail is confirmed; all for staff, including used ones. ' +
    '`prize_id` in a quote or an order makes the upgrade free.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(prizeSorts).extend({
      everybody: z
        .stringbool()
        .optional()
        .describe(
          '`0`: only one’s own. Staff see everybody’s otherwise, used ones too, and nobody else does',
        ),
      user_id: IdList.optional().describe('The winner; for staff'),
      upgrade_id: IdList.optional().describe('The upgrade; for staff'),
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
