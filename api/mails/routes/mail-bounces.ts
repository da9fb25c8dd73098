import { createRoute } from '@hono/zod-openapi'
import { MailBounceReply, MailBounceRequest, MailCorrectionRequest } from '#contract/mail-bounce.ts'
import { OrderMailReply } from '#contract/order-file.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { correctMail } from '../correct-mail-address.ts'
import { reportBounce } from '../report-bounce.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const report = createRoute({
  method: 'post',
  path: '/v1/mail_bounces',
  summary: 'Report that a mail did not arrive; keys with `mail_bounces:write`, and admins',
  description:
    'Identifies the mail by its `Message-ID`, its address, or both. The same report again answers ' +
    '200 and changes nothing. A soft bounce is only recorded. After a hard bounce the mail is ' +
    '`bounced`, staff get a task if the customer is entitled to the mail, and the address gets no ' +
    'more newsletters. A mail server’s answer about the mail itself (full mailbox, too large, not ' +
    'accepted) makes the report `refused`, and the address stays valid. An unknown mail and ' +
    'address answer 404.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: { required: true, content: { 'application/json': { schema: MailBounceRequest } } } },
  responses: {
    200: jsonReply('Known before', MailBounceReply),
    201: jsonReply('Recorded', MailBounceReply),
  },
})
const correct = createRoute({
  method: 'post',
  path: '/v1/mails/{id}/corrections',
  summary: 'Send a mail that did not arrive again, to a corrected address; staff only',
  description:
    'Once for each mail about an order, a gift or a prize that bounced or was given up. Another ' +
    'address becomes that of the order, the gift or the prize; the same one counts as valid ' +
    'again. Its links are replaced by new ones. Answers with the mail that did not arrive.',
  middleware: [requireCaller, idempotent] as const,
  request: {
    params: IdParams,
    body: { required: true, content: { 'application/json': { schema: MailCorrectionRequest } } },
  },
  responses: { 201: jsonReply('The mail is on its way', OrderMailReply) },
})

export const mailBounces = createRouter()
  .openapi(report, async (c) => {
    const reported = await reportBounce(c.get('deps'), c.req.valid('json').mail_bounce, auditBy(c))
    if (!reported.ok)
      return reported.reason === 'invalid' ? refuseFields(c, reported.fields) : refuse(c, reported.reason)
    const { id, type, reason, at, mailId } = reported.bounce
    const mail_bounce = { id, type, reason, at: at.toISOString(), mail_id: mailId }
    return reported.isNew ? c.json({ mail_bounce }, 201) : c.json({ mail_bounce }, 200)
  })
  .openapi(correct, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const { email } = c.req.valid('json').mail_correction
    const corrected = await correctMail(c.get('deps'), id, email, auditBy(c))
    return corrected.ok ? c.json({ mail: corrected.mail }, 201) : refuse(c, corrected.reason)
  })
