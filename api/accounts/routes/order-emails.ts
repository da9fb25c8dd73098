import { createRoute, z } from '@hono/zod-openapi'
import { OrderEmailRequest, OrderReply } from '#contract/order.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readOrder } from '../../orders/read-order.ts'
import { correctOrderEmail } from '../correct-order-email.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const correct = createRoute({
  method: 'put',
  path: '/v1/orders/{id}/email',
  summary:
    'Correct the e-mail of a guest’s paid order, or add that of a walk-in; its confirmation is mailed there',
  middleware: [requireCaller] as const,
  request: {
    params: z.object({ id: QueryId }),
    body: jsonBody(OrderEmailRequest),
  },
  responses: { 200: jsonReply('The order with the corrected e-mail', OrderReply) },
})

export const orderEmails = createRouter().openapi(correct, async (c) => {
  const deps = c.get('deps')
  const orderId = c.req.valid('param').id
  const { email, set_password_url: setPasswordUrl } = c.req.valid('json').order
  const corrected = await correctOrderEmail(deps, c.get('signedIn'), { orderId, email, setPasswordUrl })
  if (!corrected.ok) return refuse(c, corrected.reason)
  const order = await readOrder(deps.database.db, orderId, deps.clock.now())
  return order ? c.json({ order }, 200) : refuse(c, 'not_found')
})
