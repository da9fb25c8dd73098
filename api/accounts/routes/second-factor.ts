import { createRoute } from '@hono/zod-openapi'
import { SecondFactorReply, SecondFactorRequest, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readSecondFactor, showSecondFactor, startSecondFactor } from '../second-factor.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const path = '/v1/second_factor'
const read = createRoute({
  method: 'get',
  path,
  summary: 'How far the caller’s session is with its second factor',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
})
const start = createRoute({
  method: 'post',
  path,
  summary: 'A secret for an authenticator app, for who has a role and no app yet',
  middleware: [requireCaller] as const,
  responses: { 201: jsonReply('The secret, told once', SecondFactorSecretReply) },
})
const show = createRoute({
  method: 'put',
  path,
  summary: 'Show a code of the app: the caller’s roles count in this session from then on',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SecondFactorRequest) },
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
})

export const secondFactor = createRouter()
  .openapi(read, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
  .openapi(start, async (c) => {
    const started = await startSecondFactor(c.get('deps'), c.get('signedIn'))
    if (!started.ok) return refuse(c, started.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ second_factor: { secret: started.secret, uri: started.uri } }, 201)
  })
  .openapi(show, async (c) => {
    const shown = await showSecondFactor(
      c.get('deps'),
      c.get('signedIn'),
      c.req.valid('json').second_factor.code,
    )
    if (!shown.ok) return refuse(c, shown.reason)
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
