import { createRoute } from '@hono/zod-openapi'
import { TextCopyReply } from '#contract/text.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { createRefuse } from '../../http/refuse.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { textRefusals } from '../../store/texts/text-refusals.ts'
import { repeatText } from '../repeat-text.ts'

const refuse = createRefuse({
  ...textRefusals,
  text_not_repeatable: {
    status: 409,
    code: 'conflict',
    error:
      'This text cannot be sent again: it arrived, was sent again already, or carries a link of its own.',
  },
})

const copy = createRoute({
  method: 'post',
  path: '/v1/texts/{id}/copies',
  summary: 'Send a text that did not arrive once more; staff only',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams },
  responses: { 201: jsonReply('The copy', TextCopyReply) },
})

export const textCopies = createRouter().openapi(copy, async (c) => {
  const repeated = await repeatText(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
  return repeated.ok ? c.json({ text: repeated.text }, 201) : refuse(c, repeated.reason)
})
