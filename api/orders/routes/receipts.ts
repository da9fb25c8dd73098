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
  summary: 'The receipt of a paid order',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The receipt, with the order as it is now', ReceiptReply) },
})
const addressTo = createRoute({
  method: 'put',
  path: '/v1/orders/{id}/receipt/company',
  summary: 'Set the company that the receipt is made out to; empty fields remove it',
  middleware: [requireCaller] as const,
  request: {
    params,
    body: jsonBody(ReceiptCompanyRequest),
  },
  responses: { 200: jsonReply('The receipt with the company', ReceiptReply) },
})
const readLinked = createRoute({
  method: 'get',
  path: '/v1/receipt_links/{token}',
  summary: 'The receipt behind a link in an order’s mail, and nothing else of the order',
  description: 'Without codes and weights, and read-only. Reading does not use the link up.',
  request: { params: z.object({ token: z.string().max(200) }) },
  responses: { 200: jsonReply('The receipt', LinkedReceiptReply) },
})

export const receipts = createRouter()
  .openapi(readLinked, async (c) => {
    const receipt = await readLinkedReceipt(c.get('deps'), c.req.valid('param').token)
    return receipt ? c.json({ receipt }, 200) : refuse(c, 'receipt_link_bad')
  })
  .openapi(read, async (c) => {
    const deps = c.get('deps')
    const order = await findVisibleOrder(deps.database.db, c.get('signedIn'), c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const found = await readReceipt(deps, order)
    return found.ok ? c.json({ receipt: found.receipt }, 200) : refuse(c, found.reason)
  })
  .openapi(addressTo, async (c) => {
    const deps = c.get('deps')
    const { db } = deps.database
    const order = await findVisibleOrder(db, c.get('signedIn'), c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const before = await readReceipt(deps, order)
    if (!before.ok) return refuse(c, before.reason)
    const kept = await saveReceiptCompany(deps, order.id, c.req.valid('json').company)
    if (!kept.ok) return refuseFields(c, kept.fields)
    const found = await readReceipt(deps, order)
    return found.ok ? c.json({ receipt: found.receipt }, 200) : refuse(c, found.reason)
  })
