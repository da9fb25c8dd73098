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
  summary:
    'The mail provider’s report that a mail did not arrive; keys with `mail_bounces:write`, and admins',
  description:
    'Tells the mail by its `Message-ID`, by the address, or both. The same report again ' +
    'answers 200 and changes nothing. A soft bounce is written down alone; after a hard one ' +
    'the mail is `bounced`, what somebody has a right to becomes a task of the desk, and the ' +
    'address gets no more news. A mail server’s words that speak of the mail alone (it is ' +
    'full, too large, or does not like us) make the report `refused`: the address stays good. ' +
    'What names no mail of ours and no address we wrote to is 404.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: { required: true, content: { 'application/json': { schema: MailBounceRequest } } } },
  responses: {
    200: jsonReply('It was known', MailBounceReply),
    201: jsonReply('It is written down', MailBounceReply),
  },
})
const correct = createRoute({
  method: 'post',
  path: '/v1/mails/{id}/corrections',
  summary: 'A mail that did not arrive, sent anew to the address that was meant; staff only',
  description:
    'Once for each mail that bounced or was given up: about an order, of a gift or of a prize. ' +
    'Another address becomes the order’s, the gift’s or the prize’s; the same one counts as ' +
    'good again. Links are made anew, those under way are dead. Answers with the mail that did ' +
    'not arrive.',
  middleware: [requireCaller, idempotent] as const,
  request: {
    params: IdParams,
    body: { required: true, content: { 'application/json': { schema: MailCorrectionRequest } } },
  },
  responses: { 201: jsonReply('It goes out', OrderMailReply) },
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
