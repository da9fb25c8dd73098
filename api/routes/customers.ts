import { createRoute } from '@hono/zod-openapi'
import { CustomerRequest, JwtReply } from '#contract/people.ts'
import { createRouter } from '../http.ts'
import { registerGuest } from '../services/register-guest.ts'
import { refuse } from './refuse.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/customers',
  summary: 'Continue as a guest; the token reaches only what is made with it',
  request: { body: { required: true, content: { 'application/json': { schema: CustomerRequest } } } },
  responses: {
    201: { description: 'A token', content: { 'application/json': { schema: JwtReply } } },
  },
})

export const customers = createRouter().openapi(create, async (c) => {
  const { customer } = c.req.valid('json')
  const result = await registerGuest(c.get('deps'), {
    email: customer.email,
    phone: customer.phone,
    setPasswordUrl: customer.set_password_url,
    tagList: customer.tag_list ?? [],
    brandId: customer.brand_id,
  })
  if (!result.ok) return refuse(c, result.reason)
  return c.json({ jwt: result.jwt }, 201)
})
