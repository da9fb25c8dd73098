import { createRoute } from '@hono/zod-openapi'
import { RegistrationRequest, UserReply } from '#contract/people.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { presentCaller } from '../read-user.ts'
import { isBreachedPassword } from '../../gateways/breached-passwords.ts'
import { registerUser } from '../register-user.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const me = createRoute({
  method: 'get',
  path: '/v1/users/me',
  summary: 'The account of this token',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The user', UserReply) },
})

const create = createRoute({
  method: 'post',
  path: '/v1/users',
  summary: 'Register; mails a link that confirms the e-mail',
  description:
    'It does not log in. Until the e-mail is confirmed, the account sees only what was made with it.',
  request: { body: jsonBody(RegistrationRequest) },
  responses: { 201: jsonReply('The account', UserReply) },
})

export const users = createRouter()
  .openapi(create, async (c) => {
    const { user: registration, prove_email_url: proveEmailUrl } = c.req.valid('json')
    // Here and not below, so that the demo shop's accounts may have whatever password is set for them.
    if (await isBreachedPassword(c.get('deps'), registration.password)) return refuse(c, 'password_breached')
    const result = await registerUser(c.get('deps'), { registration, proveEmailUrl })
    if (result.ok) return c.json({ user: result.user }, 201)
    return result.reason === 'invalid' ? refuseFields(c, result.fields) : refuse(c, result.reason)
  })
  .openapi(me, (c) => {
    const result = presentCaller(c.get('signedIn'))
    return result.ok ? c.json({ user: result.user }, 200) : refuse(c, result.reason)
  })
