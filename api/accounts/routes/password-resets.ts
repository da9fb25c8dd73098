import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { PasswordResetReply, PasswordResetRequest, PasswordResetUpdate } from '#contract/people.ts'
import { Email } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { checkResetToken } from '../check-reset-token.ts'
import { requestPasswordReset } from '../request-password-reset.ts'
import { setPassword } from '../set-password.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(200) })

const request = createRoute({
  method: 'post',
  path: '/v1/password_resets',
  summary: 'Mail a link to set a new password',
  description: 'The answer is the same whether or not an account has this address.',
  request: { body: jsonBody(PasswordResetRequest) },
  responses: { 201: jsonReply('If the address has an account, a mail is on its way', PasswordResetReply) },
})
const check = createRoute({
  method: 'get',
  path: '/v1/password_resets/{token}',
  summary: 'Whether a mailed link is still valid; checking does not use it up',
  request: { params, query: z.object({ email: Email }) },
  responses: {
    200: jsonReply('The link is valid', PasswordResetReply),
  },
})
const spend = createRoute({
  method: 'put',
  path: '/v1/password_resets/{token}',
  summary: 'Set a password with a mailed link; confirms the e-mail and ends all sessions',
  request: {
    params,
    body: jsonBody(PasswordResetUpdate),
  },
  responses: { 204: { description: 'The password is set' } },
})

export const passwordResets = createRouter()
  .openapi(request, async (c) => {
    const { email, redirect_uri: redirectUri } = c.req.valid('json').password_reset
    const result = await requestPasswordReset(c.get('deps'), { email, redirectUri })
    return result.ok ? c.json({ password_reset: { email } }, 201) : refuse(c, result.reason)
  })
  .openapi(check, async (c) => {
    const { token } = c.req.valid('param')
    const result = await checkResetToken(c.get('deps'), { token, email: c.req.valid('query').email })
    if (!result.ok) return refuse(c, result.reason)
    return c.json({ password_reset: { email: result.email } }, 200)
  })
  .openapi(spend, async (c) => {
    const { email, user } = c.req.valid('json')
    const { token } = c.req.valid('param')
    const result = await setPassword(c.get('deps'), { token, email, password: user.password })
    return result.ok ? c.body(null, 204) : refuse(c, result.reason)
  })
