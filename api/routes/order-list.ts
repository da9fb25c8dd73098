import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { OrderStatus } from '#contract/enums.ts'
import { OrdersReply, OrderStatuses } from '#contract/order-list.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { listOrders, orderSorts } from '../services/orders/list-orders.ts'
import { listEverybodysOrders } from '../services/orders/list-everybodys-orders.ts'
import { jsonReply } from './json-reply.ts'
import { findId, IdParams, listMeta, longListQuery, pageOf } from './list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/orders',
  summary: 'The caller’s own orders, newest first',
  description:
    'A guest sees what was made with the token, an account what was made while logged in and, once its mailbox is proven, what was bought as a guest with its address.',
  middleware: [requireCaller] as const,
  request: {
    query: longListQuery(orderSorts).extend({
      status: OrderStatus.optional(),
      brand_id: IdParams.shape.id.optional(),
      everybody: z
        .stringbool()
        .optional()
        .describe('Everybody’s orders; for the desk, and only its own for others'),
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe('With `everybody`: a number, e-mail, phone, name, code or the last four digits of a card'),
      waiting_for_answer: z
        .stringbool()
        .optional()
        .describe('With `everybody`: only those whose departure was cancelled and who have not chosen yet'),
      'status[]': z.union([OrderStatus.transform((one) => [one]), OrderStatuses]).optional(),
    }),
  },
  responses: { 200: jsonReply('Orders', OrdersReply) },
})

export const orderList = createRouter().openapi(list, async (c) => {
  const query = c.req.valid('query')
  const deps = c.get('deps')
  const statuses = query.status ? [query.status] : query['status[]']
  const asked = { page: pageOf(query), statuses, now: deps.clock.now() }
  const asks = query.brand_id === undefined ? undefined : (findId(query.brand_id) ?? 0)
  const { kind, apiKey } = c.get('signedIn')
  const own = apiKey?.brandId ?? undefined
  const brandId = own === undefined || asks === own ? (asks ?? own) : asks === undefined ? own : 0
  const { rows, totalCount } =
    c.get('reach') === 'any' && (query.everybody || kind === 'key')
      ? await listEverybodysOrders(deps, {
          ...asked,
          brandId,
          waiting: query.waiting_for_answer,
          text: query.q,
        })
      : await listOrders(deps.database.db, c.get('signedIn'), asked)
  return c.json({ orders: rows, meta: listMeta(query, totalCount) }, 200)
})
