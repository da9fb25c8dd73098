import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { OrderReply, OrderRequest } from '#contract/order.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { findBuyerVault } from '../find-buyer-vault.ts'
import { placeOrder } from '../place-order.ts'
import { findWholeOrder, presentOrder, readOrder } from '../read-order.ts'
import { canSeeOrder } from '../../rules/access/permissions.ts'
import { isAttemptOpen } from '../../rules/orders/order-states.ts'
import { refreshOpenAttempt } from '../../payments/refresh-open-attempt.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { renameToSentFields } from './order-field-names.ts'
import { refuseFields } from '../../http/refuse.ts'
import { findReasonFields, refuse } from '../refusals.ts'
import { refuseOverHoldLimit } from '../../seats/routes/refuse-hold-limit.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/orders',
  summary: 'Place an order and hold its seats',
  description:
    'If a price in the request is not the one that applies, the answer is 409 with the right ' +
    'quote, and nothing is held. The same cart in the same session again returns the same order.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(OrderRequest) },
  responses: { 201: jsonReply('The order, with its seats held', OrderReply) },
})

const read = createRoute({
  method: 'get',
  path: '/v1/orders/{id}',
  summary: 'An order; an open payment is first read from the provider',
  middleware: [requireCaller] as const,
  request: { params: z.object({ id: QueryId }) },
  responses: { 200: jsonReply('The order', OrderReply) },
})

export const orders = createRouter()
  .openapi(create, async (c) => {
    const deps = c.get('deps')
    const fields = c.req.valid('json')
    const placed = await placeOrder(deps, c.get('signedIn'), fields, {
      visitorAddress: c.env.visitorAddress,
      requestId: c.get('requestId'),
    })
    if (placed.ok) {
      const order = await readOrder(deps.database.db, placed.orderId, deps.clock.now())
      if (!order) throw new Error('An order was placed and cannot be read')
      return c.json({ order }, 201)
    }
    if (placed.reason === 'invalid') return refuseFields(c, renameToSentFields(placed.fields, fields))
    const wrong = findReasonFields(placed.reason)
    if (wrong) return refuseFields(c, renameToSentFields(wrong, fields))
    if (placed.reason === 'too_many_holds') return refuseOverHoldLimit(c, placed.holdLimit, deps.clock.now())
    if (placed.reason === 'price_changed') return refuse(c, 'price_changed', { quote: placed.quote })
    return refuse(c, placed.reason, 'orderId' in placed ? { order_id: placed.orderId } : {})
  })
  .openapi(read, async (c) => {
    const deps = c.get('deps')
    const { id } = c.req.valid('param')
    const { db } = deps.database
    let found = await findWholeOrder(db, id)
    if (!found) return refuse(c, 'not_found')
    const { order: row, madeIn, attempts } = found.parts
    if (!canSeeOrder(c.get('signedIn'), { ...row, madeIn })) return refuse(c, 'not_found')
    if (attempts.some(({ state }) => isAttemptOpen(state))) {
      await refreshOpenAttempt(deps, id)
      found = (await findWholeOrder(db, id)) ?? found
    }
    const vault = await findBuyerVault(deps, c.get('signedIn'), row)
    return c.json({ order: await presentOrder(db, found, { now: deps.clock.now(), vault }) }, 200)
  })
