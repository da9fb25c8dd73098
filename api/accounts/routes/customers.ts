import { createRoute } from '@hono/zod-openapi'
import { CustomerRequest, JwtReply } from '#contract/people.ts'
import { createRouter } from '../../http/http.ts'
import { registerGuest } from '../register-guest.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/customers',
  summary: 'Continue as a guest; the token reaches only what was made with it',
  description:
    'With a guest token the same session continues with another e-mail or phone. Repeated with ' +
    'the same `Idempotency-Key` of at least 32 characters, the request returns the same session.',
  request: { body: jsonBody(CustomerRequest) },
  responses: {
    201: jsonReply('A token', JwtReply),
  },
})

export const customers = createRouter().openapi(create, async (c) => {
  const { customer } = c.req.valid('json')
  const caller = c.get('caller')
  const result = await registerGuest(c.get('deps'), {
    email: customer.email,
    phone: customer.phone ?? undefined,
    setPasswordUrl: customer.set_password_url,
    tagList: customer.tag_list ?? [],
    brandId: customer.brand_id,
    sessionId: caller.kind === 'guest' ? caller.sessionId : undefined,
    idempotencyKey: c.req.header('idempotency-key'),
  })
  if (!result.ok) return refuse(c, result.reason)
  return c.json({ jwt: result.jwt }, 201)
})
