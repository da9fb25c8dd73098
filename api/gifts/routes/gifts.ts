import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { CodeMailReply, CodeMailRequest, GiftChange, GiftReply } from '#contract/gift-share.ts'
import { createRouter } from '../../http/http.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { mailOwnCodes } from '../mail-own-codes.ts'
import { hideGift, openGift, readGift } from '../read-gift.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(100) })

const read = createRoute({
  method: 'get',
  path: '/v1/gifts/{token}',
  summary: 'A mailed gift, for whoever has its link; looking opens nothing',
  description:
    'Its codes are there once it was opened, and only its recipient may use them, with the mailbox proven.',
  request: { params },
  responses: { 200: jsonReply('The gift', GiftReply) },
})
const open = createRoute({
  method: 'post',
  path: '/v1/gifts/{token}/open',
  summary: 'Open a gift: from then on it cannot be taken back',
  request: { params },
  responses: { 200: jsonReply('The gift', GiftReply) },
})
const asItStands = readOnlyFields('gift', GiftChange.shape.gift, async (c) => {
  const found = await readGift(c.get('deps'), c.req.param('token') ?? '')
  return found.ok ? found.gift : undefined
})
const hide = createRoute({
  method: 'patch',
  path: '/v1/gifts/{token}',
  summary: 'Whether the giver of an opened gift sees what becomes of it',
  middleware: [asItStands] as const,
  request: { params, body: jsonBody(GiftChange) },
  responses: { 200: jsonReply('The gift', GiftReply) },
})
const codes = createRoute({
  method: 'post',
  path: '/v1/code_mails',
  summary: 'Mail all codes of the account to its proven mailbox',
  description: 'The same answer whether the mailbox is proven, and whether there are codes.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(CodeMailRequest) },
  responses: { 201: jsonReply('Where they go, if anywhere', CodeMailReply) },
})

export const gifts = createRouter()
  .openapi(read, async (c) => {
    const found = await readGift(c.get('deps'), c.req.valid('param').token)
    c.header('Cache-Control', 'private, no-store')
    return found.ok ? c.json({ gift: found.gift }, 200) : refuse(c, found.reason)
  })
  .openapi(open, async (c) => {
    const found = await openGift(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ gift: found.gift }, 200) : refuse(c, found.reason)
  })
  .openapi(hide, async (c) => {
    const { hidden } = c.req.valid('json').gift
    const found = await hideGift(c.get('deps'), c.req.valid('param').token, hidden)
    return found.ok ? c.json({ gift: found.gift }, 200) : refuse(c, found.reason)
  })
  .openapi(codes, async (c) => {
    const { brand_id: brandId } = c.req.valid('json').code_mail
    const result = await mailOwnCodes(c.get('deps'), c.get('signedIn'), brandId)
    return result.ok ? c.json({ code_mail: { email: result.email } }, 201) : refuse(c, result.reason)
  })
