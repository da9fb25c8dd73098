import { createRoute } from '@hono/zod-openapi'
import { CodeBatchReply, CodeBatchRequest } from '#contract/code-batch.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { makeCodes } from '../make-discount-codes.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'

const make = createRoute({
  method: 'post',
  path: '/v1/discount_code_batches',
  summary: 'Make many codes of one discount at once; staff only',
  description: 'Each is the prefix and eight random letters, and may be used once unless said otherwise.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(CodeBatchRequest) },
  responses: { 201: jsonReply('The codes', CodeBatchReply) },
})

export const codeBatches = createRouter().openapi(make, async (c) => {
  const { discount_code_batch: input } = c.req.valid('json')
  const codes = await makeCodes(c.get('deps'), input, auditBy(c))
  if (!codes) return refuseFields(c, { discount_id: ['There is no such discount'] })
  const { discount_id, prefix } = input
  return c.json({ discount_code_batch: { discount_id, prefix, codes } }, 201)
})
