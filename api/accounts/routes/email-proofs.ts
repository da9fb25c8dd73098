import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { EmailProofReply, EmailProofRequest, EmailProofUpdate } from '#contract/people.ts'
import { Email } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { checkEmailProof, proveEmail } from '../prove-email.ts'
import { requestEmailProof } from '../request-email-proof.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(200) })

const request = createRoute({
  method: 'post',
  path: '/v1/email_proofs',
  summary: 'Mail the link that proves the account’s mailbox once more',
  description: 'At most five mails an hour to one address.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(EmailProofRequest) },
  responses: { 201: jsonReply('The mail is on its way', EmailProofReply) },
})
const check = createRoute({
  method: 'get',
  path: '/v1/email_proofs/{token}',
  summary: 'Whether a mailed link still works; never spends it',
  request: { params, query: z.object({ email: Email }) },
  responses: { 200: jsonReply('It works', EmailProofReply) },
})
const spend = createRoute({
  method: 'put',
  path: '/v1/email_proofs/{token}',
  summary: 'Prove the mailbox: guest orders with this address join the account',
  description:
    'Takes the link, and the account: a token of it, or its password. The link alone proves ' +
    'nothing, because anybody may register anybody’s address.',
  request: {
    params,
    body: jsonBody(EmailProofUpdate),
  },
  responses: { 204: { description: 'The mailbox is proven' } },
})

export const emailProofs = createRouter()
  .openapi(request, async (c) => {
    const { redirect_uri: redirectUri } = c.req.valid('json').email_proof
    const result = await requestEmailProof(c.get('deps'), { userId: c.get('signedIn').userId, redirectUri })
    if (!result.ok) return refuse(c, result.reason)
    return c.json({ email_proof: { email: result.email, needs_password: false } }, 201)
  })
  .openapi(check, async (c) => {
    const { token } = c.req.valid('param')
    const { email } = c.req.valid('query')
    const result = await checkEmailProof(c.get('deps'), { token, email, caller: c.get('caller') })
    if (!result.ok) return refuse(c, result.reason)
    const { email: mailbox, needsPassword: needs_password, changesAccount } = result
    const change = changesAccount ? { changes_account: true as const } : {}
    return c.json({ email_proof: { email: mailbox, needs_password, ...change } }, 200)
  })
  .openapi(spend, async (c) => {
    const { email, user } = c.req.valid('json')
    const { token } = c.req.valid('param')
    const proof = { token, email, caller: c.get('caller'), password: user?.password }
    const result = await proveEmail(c.get('deps'), proof)
    return result.ok ? c.body(null, 204) : refuse(c, result.reason)
  })
