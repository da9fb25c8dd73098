import { createRoute } from '@hono/zod-openapi'
import { RefundReply, RefundRequest, RefundsReply } from '#contract/refund.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent, permanentIdempotencyKey } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listRefunds, refundSorts } from '../refunds/list-refunds.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import {
  findId,
  IdParams,
  parsePathIds,
  listMeta,
  listQuery,
  ONE_ROW_PAGE,
  toListPage,
} from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/refunds',
  summary: 'What was given back of orders, newest first; staff only',
  middleware: [requireCaller] as const,
  request: { query: listQuery(refundSorts).extend({ order_id: IdParams.shape.id.optional() }) },
  responses: { 200: jsonReply('Refunds', RefundsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/refunds/{id}',
  summary: 'One refund; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The refund', RefundReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/refunds',
  summary: 'Give back an order, an amount of it or some of its lines; staff only',
  description:
    'To the tenders it came from, the last one first: card, credit, vouchers, gift cards ' +
    'whole. The card’s part is `pending` until the provider has answered. Staff may give back ' +
    'up to a limit for each order.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(RefundRequest) },
  responses: { 201: jsonReply('The refund', RefundReply) },
})

export const refunds = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const orderId = query.order_id === undefined ? undefined : (findId(query.order_id) ?? 0)
    const { rows, totalCount } = await listRefunds(c.get('deps').database.db, { orderId }, toListPage(query))
    return c.json({ refunds: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const ids = parsePathIds(c.req.valid('param').id)
    const { rows } = await listRefunds(c.get('deps').database.db, { ids }, ONE_ROW_PAGE)
    const [refund] = rows
    return refund ? c.json({ refund }, 200) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const deps = c.get('deps')
    const by = {
      caller: c.get('signedIn'),
      idemKey: permanentIdempotencyKey(c.get('caller'), c.req),
      requestId: c.get('requestId'),
    }
    const refunded = await refundOrder(deps, c.req.valid('json').refund, by)
    if (!refunded.ok) {
      return refunded.reason === 'invalid' ? refuseFields(c, refunded.fields) : refuse(c, refunded.reason)
    }
    const { rows } = await listRefunds(deps.database.db, { ids: [refunded.orderRefundId] }, ONE_ROW_PAGE)
    const [refund] = rows
    if (!refund) throw new Error('A refund was written and cannot be read')
    return c.json({ refund }, 201)
  })
