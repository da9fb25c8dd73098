import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { SchedulesReply } from '#contract/catalogue.ts'
import { createRouter } from '../../http/http.ts'
import { listSchedules } from '../list-schedules.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { IdList, mergeIdParams } from '../../http/list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/schedules',
  summary: 'The weekly timetable, day by day',
  request: {
    query: z.object({
      product_id: IdList.optional(),
      'product_id[]': IdList.optional(),
      terminal_id: IdList.optional(),
      'terminal_id[]': IdList.optional(),
    }),
  },
  responses: { 200: jsonReply('The week', SchedulesReply) },
})

export const schedules = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const { database, clock } = c.get('deps')
  const filter = {
    productIds: mergeIdParams(query.product_id, query['product_id[]']),
    terminalIds: mergeIdParams(query.terminal_id, query['terminal_id[]']),
  }
  return c.json({ schedule: await listSchedules(database.db, filter, clock.now()) }, 200)
})
