import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { OrderStatus } from '#contract/enums.ts'
import { OrdersReply, OrderStatuses } from '#contract/order-list.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { listOrders, orderSorts } from '../services/orders/list-orders.ts'
import { jsonReply } from './json-reply.ts'
import { listMeta, listQuery, pageOf } from './list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/orders',
  summary: 'The caller’s own orders, newest first',
  description:
    'A guest sees what was made with the token, an account what was made while logged in and, once its mailbox is proven, what was bought as a guest with its address.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(orderSorts).extend({
      status: OrderStatus.optional(),
      'status[]': z.union([OrderStatus.transform((one) => [one]), OrderStatuses]).optional(),
    }),
  },
  responses: { 200: jsonReply('Orders', OrdersReply) },
})

export const orderList = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const deps = c.get('deps')
  const statuses = query.status ? [query.status] : query['status[]']
  const { rows, totalCount } = await listOrders(deps.database.db, c.get('signedIn'), {
    page: pageOf(query),
    statuses,
    now: deps.clock.now(),
  })
  return c.json({ orders: rows, meta: listMeta(query, totalCount) }, 200)
})
