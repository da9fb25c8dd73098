import { createRoute } from '@hono/zod-openapi'
import { GiftShareFields, GiftShareReply } from '#contract/gift-share.ts'
import { createRouter } from '../http.ts'
import { idempotent } from '../middleware/idempotent.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { shareGiftCards } from '../services/gifts/share-gift-cards.ts'
import { listGiftCards } from '../services/tenders/list-gift-cards.ts'
import { jsonReply } from './json-reply.ts'
import { refuse, refuseFields } from './refuse.ts'

const share = createRoute({
  method: 'post',
  path: '/v1/gift_cards/share',
  summary: 'Mail gift cards of one’s own to somebody, with a message',
  description:
    'From then on only the recipient may use them, with that mailbox proven. All of them are sent, or none. One that was mailed cannot be mailed again; what is not one’s own answers 404.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: { required: true, content: { 'application/json': { schema: GiftShareFields } } } },
  responses: { 201: jsonReply('The gift cards as they stand now', GiftShareReply) },
})

export const giftShares = createRouter().openapi(share, async (c) => {
  const deps = c.get('deps')
  const caller = c.get('signedIn')
  const shared = await shareGiftCards(deps, caller, c.req.valid('json'))
  if (!shared.ok) return 'fields' in shared ? refuseFields(c, shared.fields) : refuse(c, shared.reason)
  const { ids } = shared
  const page = { limit: ids.length, offset: 0, sort: undefined }
  const { rows } = await listGiftCards(deps, caller, { ids, page, everybody: false })
  return c.json({ gift_cards: rows }, 201)
})
