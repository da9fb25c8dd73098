import { createRoute } from '@hono/zod-openapi'
import { JwtReply, UserTokenRequest } from '#contract/people.ts'
import { describeDevice } from '../../rules/access/describe-device.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { renewToken } from '../renew-token.ts'
import { signIn } from '../sign-in.ts'
import { signOut } from '../sign-out.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const token = jsonReply('A token', JwtReply)

const create = createRoute({
  method: 'post',
  path: '/v1/user_token',
  summary: 'Log in',
  description:
    'Accounts that want a second factor answer 403 with the code `second_factor_needed` and a `jwt`. ' +
    'With that token, within half an hour, `PUT /v1/second_factor` or ' +
    '`PUT /v1/second_factor/recovery_codes` opens the session; until then it opens nothing else.',
  request: { body: jsonBody(UserTokenRequest) },
  responses: { 201: token },
})
const renew = createRoute({
  method: 'post',
  path: '/v1/user_token/renew',
  summary: 'Renew the token of a session, for customers also after it has expired',
  middleware: [requireCaller] as const,
  responses: { 201: token },
})
const logOut = createRoute({
  method: 'delete',
  path: '/v1/user_token',
  summary: 'Log out: every token of this session is refused from now on',
  middleware: [requireCaller] as const,
  responses: { 204: { description: 'Logged out' } },
})

export const userToken = createRouter()
  .openapi(create, async (c) => {
    const sent = c.req.valid('json')
    const { auth, guest_token: guestToken, device_token: deviceToken, shop_url: shopUrl } = sent
    const device = describeDevice(c.req.header('User-Agent'))
    const result = await signIn(c.get('deps'), { ...auth, guestToken, device, deviceToken, shopUrl })
    if (result.ok) return c.json({ jwt: result.jwt }, 201)
    return 'jwt' in result ? refuse(c, result.reason, { jwt: result.jwt }) : refuse(c, result.reason)
  })
  .openapi(renew, async (c) => {
    const result = await renewToken(c.get('deps'), c.get('signedIn').sessionId)
    return result.ok ? c.json({ jwt: result.jwt }, 201) : refuse(c, result.reason)
  })
  .openapi(logOut, async (c) => {
    await signOut(c.get('deps'), c.get('signedIn').sessionId)
    return c.body(null, 204)
  })
