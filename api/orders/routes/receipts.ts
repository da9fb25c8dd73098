import { createRoute, z } from '@hono/zod-openapi'
import { QueryId } from '#contract/primitives.ts'
import { LinkedReceiptReply, ReceiptCompanyRequest, ReceiptReply } from '#contract/receipt.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { saveReceiptCompany } from '../save-receipt-company.ts'
import { readLinkedReceipt } from '../receipt-link.ts'
import { readReceipt } from '../read-receipt.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const read = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/receipt',
  summary: 'The receipt of an order that was paid',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The receipt, with the order as it stands now', ReceiptReply) },
})
const addressTo = createRoute({
  method: 'put',
  path: '/v1/orders/{id}/receipt/company',
  summary: 'The company the receipt is made out to; all empty takes it off',
  middleware: [requireCaller] as const,
  request: {
    params,
    body: jsonBody(ReceiptCompanyRequest),
  },
  responses: { 200: jsonReply('The receipt with it', ReceiptReply) },
})
const readLinked = createRoute({
  method: 'get',
  path: '/v1/receipt_links/{token}',
  summary: 'The receipt that a link in an order’s mail opens, and nothing else of the order',
  description: 'No codes, no weights, nothing that changes it. Opening it spends nothing.',
  request: { params: z.object({ token: z.string().max(200) }) },
  responses: { 200: jsonReply('The receipt', LinkedReceiptReply) },
})

export const receipts = createRouter()
  .openapi(readLinked, async (c) => {
    const receipt = await readLinkedReceipt(c.get('deps'), c.req.valid('param').token)
    return receipt ? c.json({ receipt }, 200) : refuse(c, 'receipt_link_bad')
  })
  .openapi(read, async (c) => {
    const { database, clock } = c.get('deps')
    const order = await findVisibleOrder(database.db, c.get('signedIn'), c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const found = await readReceipt(database.db, order, clock.now())
    return found.ok ? c.json({ receipt: found.receipt }, 200) : refuse(c, found.reason)
  })
  .openapi(addressTo, async (c) => {
    const deps = c.get('deps')
    const { db } = deps.database
    const order = await findVisibleOrder(db, c.get('signedIn'), c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const before = await readReceipt(db, order, deps.clock.now())
    if (!before.ok) return refuse(c, before.reason)
    const kept = await saveReceiptCompany(deps, order.id, c.req.valid('json').company)
    if (!kept.ok) return refuseFields(c, kept.fields)
    const found = await readReceipt(db, order, deps.clock.now())
    return found.ok ? c.json({ receipt: found.receipt }, 200) : refuse(c, found.reason)
  })
