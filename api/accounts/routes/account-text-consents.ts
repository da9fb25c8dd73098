import { createRoute, z } from '@hono/zod-openapi'
import {
  AccountTextConsentReply,
  AccountTextConsentsReply,
  AccountTextConsentUpdate,
} from '#contract/text.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { agreeToTexts, endTexts, listAccountTextConsents } from '../account-text-consents.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ brand_id: z.string().max(20) })

const list = createRoute({
  method: 'get',
  path: '/v1/users/me/text_consents',
  summary: 'Whether the account agrees to texts, for each brand that sends some',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The consents', AccountTextConsentsReply) },
})
const agree = createRoute({
  method: 'put',
  path: '/v1/users/me/text_consents/{brand_id}',
  summary: 'Agree to texts of a brand about the orders of the account, in the very words',
  middleware: [requireCaller] as const,
  request: { params, body: jsonBody(AccountTextConsentUpdate) },
  responses: { 200: jsonReply('The consent', AccountTextConsentReply) },
})
const end = createRoute({
  method: 'delete',
  path: '/v1/users/me/text_consents/{brand_id}',
  summary: 'Take the consent to texts of a brand back, also that of single orders',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 204: { description: 'No text leaves about orders of the account any more' } },
})

export const accountTexts = createRouter()
  .openapi(list, async (c) =>
    c.json({ text_consents: await listAccountTextConsents(c.get('deps'), c.get('signedIn')) }, 200),
  )
  .openapi(agree, async (c) => {
    const brandId = findId(c.req.valid('param').brand_id) ?? 0
    const { words } = c.req.valid('json').text_consent
    const agreed = await agreeToTexts(c.get('deps'), c.get('signedIn'), { brandId, words })
    if (agreed.ok) return c.json({ text_consent: agreed.consent }, 200)
    return agreed.reason === 'invalid' ? refuseFields(c, agreed.fields) : refuse(c, agreed.reason)
  })
  .openapi(end, async (c) => {
    await endTexts(c.get('deps'), c.get('signedIn'), findId(c.req.valid('param').brand_id) ?? 0)
    return c.body(null, 204)
  })
