import { createRoute } from '@hono/zod-openapi'
import { OrderFileReply, OrderMailReply, RefundPreviewReply } from '#contract/order-file.ts'
import { RefundRequest } from '#contract/refund.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { repeatMail } from '../../store/mails/repeat-mail.ts'
import { readOrderFile } from '../list-order-mails.ts'
import { previewRefund } from '../../payments/refunds/preview-refund.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const file = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/file',
  summary: 'What was posted for an order and mailed about it; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The file', OrderFileReply) },
})
const copy = createRoute({
  method: 'post',
  path: '/v1/mails/{id}/copies',
  summary: 'A mail about an order once more, to the same address; staff only',
  description: 'With an `Idempotency-Key` a form that is sent twice makes one copy.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams },
  responses: { 201: jsonReply('The copy', OrderMailReply) },
})
const preview = createRoute({
  method: 'post',
  path: '/v1/refund_previews',
  summary: 'What a refund would give back, and where to; nothing is written; staff only',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(RefundRequest) },
  responses: { 200: jsonReply('What would come back', RefundPreviewReply) },
})

export const orderFiles = createRouter()
  .openapi(file, async (c) => {
    const found = await readOrderFile(c.get('deps').database.db, findId(c.req.valid('param').id) ?? 0)
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
