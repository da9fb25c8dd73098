import { createRoute } from '@hono/zod-openapi'
import { CodeBatchReply, CodeBatchRequest } from '#contract/code-batch.ts'
import { createRouter, refusalReply } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { makeCodes } from '../make-discount-codes.ts'
import { DEEP_DISCOUNT } from '../../store/is-deep-discount.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'

const make = createRoute({
  method: 'post',
  path: '/v1/discount_code_batches',
  summary: 'Create many codes of one discount at once; staff only',
  description:
    'Each has the prefix and eight random letters, and can be used once unless the request says ' +
    'otherwise.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(CodeBatchRequest) },
  responses: { 201: jsonReply('The codes', CodeBatchReply) },
})

export const codeBatches = createRouter().openapi(make, async (c) => {
  const { discount_code_batch: input } = c.req.valid('json')
  const { roles, staffLimitCents } = c.get('signedIn')
  const codes = await makeCodes(c.get('deps'), input, { ...auditBy(c), roles, staffLimitCents })
  if (!codes) return refuseFields(c, { discount_id: ['There is no such discount'] })
  if (codes === 'approval_needed') return refusalReply(c, 403, { error: DEEP_DISCOUNT, code: codes })
  const { discount_id, prefix } = input
  return c.json({ discount_code_batch: { discount_id, prefix, codes } }, 201)
})
