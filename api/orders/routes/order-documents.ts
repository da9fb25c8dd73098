import { createRoute } from '@hono/zod-openapi'
import { OrderFileReply, OrderMailReply, RefundPreviewReply } from '#contract/order-file.ts'
import { RefundRequest } from '#contract/refund.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { repeatMail } from '../../store/mails/repeat-mail.ts'
import { readOrderFile } from '../read-order-file.ts'
import { previewRefund } from '../../payments/refunds/preview-refund.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const file = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/file',
  summary: 'The history, ledger entries and mails of an order; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The file', OrderFileReply) },
})
const copy = createRoute({
  method: 'post',
  path: '/v1/mails/{id}/copies',
  summary: 'Send a mail about an order again, to the same address; staff only',
  description: 'Repeated with the same `Idempotency-Key`, the request sends one copy.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams },
  responses: { 201: jsonReply('The copy', OrderMailReply) },
})
const preview = createRoute({
  method: 'post',
  path: '/v1/refund_previews',
  summary: 'Preview a refund with its recipients; nothing is written; staff only',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(RefundRequest) },
  responses: { 200: jsonReply('The preview', RefundPreviewReply) },
})

export const orderFiles = createRouter()
  .openapi(file, async (c) => {
    const found = await readOrderFile(c.get('deps'), findId(c.req.valid('param').id) ?? 0)
    c.header('Cache-Control', 'private, no-store')
    return found ? c.json({ file: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(copy, async (c) => {
    const by = { userId: c.get('signedIn').userId, requestId: c.get('requestId') }
    const repeated = await repeatMail(c.get('deps'), findId(c.req.valid('param').id) ?? 0, by)
    return repeated.ok ? c.json({ mail: repeated.mail }, 201) : refuse(c, repeated.reason)
  })
  .openapi(preview, async (c) => {
    const seen = await previewRefund(c.get('deps'), c.req.valid('json').refund, c.get('signedIn'))
    if (seen.ok) return c.json({ refund_preview: seen.preview }, 200)
    return seen.reason === 'invalid' ? refuseFields(c, seen.fields) : refuse(c, seen.reason)
  })
