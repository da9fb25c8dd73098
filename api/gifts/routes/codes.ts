import { createRoute } from '@hono/zod-openapi'
import { CodeReply, CodeRequest } from '#contract/tenders.ts'
import { createRouter } from '../../http/http.ts'
import { recogniseCode } from '../recognise-code.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'

const recognise = createRoute({
  method: 'post',
  path: '/v1/codes',
  summary: 'Look up a typed code: a discount code, a gift card or a voucher',
  description:
    'Recognises every kind of code. Logged-in customers see what a gift card or voucher pays for; ' +
    'visitors and guests see only its kind. For one that cannot be used the message gives the ' +
    'reason. An unknown code answers 422.',
  request: { body: jsonBody(CodeRequest) },
  responses: { 201: jsonReply('The code', CodeReply) },
})

export const codes = createRouter().openapi(recognise, async (c) => {
  const { code: typed, brand_id: brandId } = c.req.valid('json')
  const code = await recogniseCode(c.get('deps'), c.get('caller'), { typed, brandId })
  c.header('Cache-Control', 'private, no-store')
  return code ? c.json({ code }, 201) : refuseFields(c, { code: [`${typed} is not a valid code`] })
})
