import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { OrderReply } from '#contract/order.ts'
import {
  CancellationReply,
  CancellationRequest,
  StaffCancellationPreviewReply,
  StaffCancellationPreviewRequest,
  StaffCancellationRequest,
} from '#contract/refund.ts'
import { QueryId } from '#contract/primitives.ts'
import { ownsOrder } from '../../rules/access/permissions.ts'
import { type ApiDeps } from '../../deps.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent, permanentIdempotencyKey } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { cancelForCustomer, previewCancellation } from '../cancel-order-for-customer.ts'
import { cancelOrder } from '../cancel-order.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { loadPartCancellation } from '../load-cancellation.ts'
import { previewWithdrawal, withdrawOrder } from '../withdraw-order.ts'
import { presentCancellation } from '../present-cancellation.ts'
import { readOrder } from '../read-order.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { IdList } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const preview = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/cancellation',
  summary: 'Whether the caller may cancel the order, until when, and the refund by tender',
  middleware: [requireCaller] as const,
  description: 'With `passenger_ids[]` only these passengers cancel, and the others fly.',
  request: { params, query: z.object({ 'passenger_ids[]': IdList.optional() }) },
  responses: { 200: jsonReply('The result of cancelling now', CancellationReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/cancellation',
  summary: 'Cancel the caller’s order by its product’s rule',
  description:
    'If the amount is not the one that applies, the answer is 409 with the right `cancellation`, ' +
    'and nothing changes. With `passenger_ids` only these passengers cancel, and the others fly.',
  middleware: [requireCaller, idempotent] as const,
  request: {
    params,
    body: jsonBody(CancellationRequest),
  },
  responses: { 201: jsonReply('The cancelled order', OrderReply) },
})

const staffPreview = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/cancellation_previews',
  summary: 'Preview the cancellation of an order for its customer; staff only',
  description:
    'By the product’s rule, or with an `amount` that staff choose. Refused like the cancellation ' +
    'itself.',
  middleware: [requireCaller] as const,
  request: { params, body: jsonBody(StaffCancellationPreviewRequest) },
  responses: { 200: jsonReply('The preview; nothing is written', StaffCancellationPreviewReply) },
})
const staffCreate = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_cancellations',
  summary: 'Cancel an order for its customer; staff up to their limit',
  description:
    'Cancels the whole order, with `unpaid` one that awaits its payment. If `expected_amount` is ' +
    'not the one that applies, the answer is 409 with the right `cancellation`, and nothing ' +
    'changes.',
  middleware: [requireCaller, idempotent] as const,
  request: { params, body: jsonBody(StaffCancellationRequest) },
  responses: { 201: jsonReply('The cancelled order', OrderReply) },
})

async function readCancelled(deps: ApiDeps, id: number) {
  const order = await readOrder(deps.database.db, id, deps.clock.now())
  if (!order) throw new Error('An order was cancelled and cannot be read')
  return order
}

export const cancellations = createRouter()
  .openapi(preview, async (c) => {
    const { database, clock } = c.get('deps')
    const { id } = c.req.valid('param')
    const order = await findVisibleOrder(database.db, c.get('signedIn'), id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const ids = c.req.valid('query')['passenger_ids[]']
    return database.db.transaction(async (tx) => {
      const judged = await loadPartCancellation(tx, order, ids, clock.now())
      if (!judged.ok && judged.reason === 'invalid') return refuseFields(c, judged.fields)
      return c.json({ cancellation: await presentCancellation(tx, order.id, judged) }, 200)
    })
  })
  .openapi(create, async (c) => {
    const deps = c.get('deps')
    const by = c.get('signedIn')
    const own = await findVisibleOrder(deps.database.db, by, c.req.valid('param').id, ownsOrder)
    if (!own) return refuse(c, 'not_found')
    const { amount, passenger_ids: passengerIds } = c.req.valid('json').cancellation
    const cancelled = await cancelOrder(deps, {
      orderId: own.id,
      by,
      amount,
      passengerIds,
      idemKey: permanentIdempotencyKey(c.get('caller'), c.req),
    })
    if (!cancelled.ok) {
      if (cancelled.reason === 'invalid') return refuseFields(c, cancelled.fields)
      const { reason } = cancelled
      return reason === 'cancellation_changed'
        ? refuse(c, reason, { cancellation: cancelled.cancellation })
        : refuse(c, reason)
    }
    return c.json({ order: await readCancelled(deps, own.id) }, 201)
  })
  .openapi(staffPreview, async (c) => {
    const { cancellation } = c.req.valid('json')
    if (cancellation.unpaid) {
      const none = await previewWithdrawal(c.get('deps').database.db, c.req.valid('param').id)
      return none.ok ? c.json({ cancellation: none.cancellation }, 200) : refuse(c, none.reason)
    }
    const seen = await previewCancellation(
      c.get('deps'),
      c.req.valid('param').id,
      cancellation,
      c.get('signedIn'),
    )
    if (seen.ok) return c.json({ cancellation: seen.cancellation }, 200)
    return seen.reason === 'invalid' ? refuseFields(c, seen.fields) : refuse(c, seen.reason)
  })
  .openapi(staffCreate, async (c) => {
    const deps = c.get('deps')
    const { id } = c.req.valid('param')
    const fields = c.req.valid('json').cancellation
    if (fields.unpaid) {
      const actor = `user:${String(c.get('signedIn').userId)}`
      const ended = await withdrawOrder(deps, { orderId: id, reason: fields.reason, actor, by: auditBy(c) })
      if (!ended.ok) return refuse(c, ended.reason)
      return c.json({ order: await readCancelled(deps, id) }, 201)
    }
    const cancelled = await cancelForCustomer(deps, {
      orderId: id,
      fields,
      caller: c.get('signedIn'),
      by: auditBy(c),
      idemKey: permanentIdempotencyKey(c.get('caller'), c.req),
    })
    if (!cancelled.ok) {
      if (cancelled.reason === 'invalid') return refuseFields(c, cancelled.fields)
      return cancelled.reason === 'cancellation_changed'
        ? refuse(c, cancelled.reason, { cancellation: cancelled.cancellation })
        : refuse(c, cancelled.reason)
    }
    return c.json({ order: await readCancelled(deps, id) }, 201)
  })
