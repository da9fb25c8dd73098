import { createRoute } from '@hono/zod-openapi'
import { OrderMailingReply, OrderMailingRequest } from '#contract/order-mailing.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { mailOrders, previewMailing } from '../mail-orders.ts'

const body = jsonBody(OrderMailingRequest)
const preview = createRoute({
  method: 'post',
  path: '/v1/order_mailing_previews',
  summary: 'Who of these orders would get a mail, and why others would not; nothing is sent; staff only',
  middleware: [requireCaller] as const,
  request: { body },
  responses: { 200: jsonReply('The orders', OrderMailingReply) },
})
const send = createRoute({
  method: 'post',
  path: '/v1/order_mailings',
  summary: 'Mail the ticket, a link to pay, or what is missing of the passengers, to each order; staff only',
  description:
    'An order that got a mail of this kind within the last hour is left out. A link to pay keeps ' +
    'the seats of its order for two hours more. Repeated with the same `Idempotency-Key`, the ' +
    'request sends nothing more.',
  middleware: [requireCaller, idempotent] as const,
  request: { body },
  responses: { 201: jsonReply('Who gets a mail', OrderMailingReply) },
})

export const orderMailings = createRouter()
  .openapi(preview, async (c) => {
    const mailing = await previewMailing(c.get('deps'), c.req.valid('json').order_mailing)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ order_mailing: mailing }, 200)
  })
  .openapi(send, async (c) => {
    const mailing = await mailOrders(c.get('deps'), c.req.valid('json').order_mailing, auditBy(c))
    return c.json({ order_mailing: mailing }, 201)
  })
