import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { GiftShareChange, GiftShareFields, GiftShareOneReply, GiftShareReply } from '#contract/gift-share.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { changeShare, revokeShare } from '../change-gift-share.ts'
import { readShare } from '../read-gift-share.ts'
import { shareGiftCards } from '../share-gift-cards.ts'
import { listGiftCards } from '../list-gift-cards.ts'
import { listVouchers } from '../list-vouchers.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const share = createRoute({
  method: 'post',
  path: '/v1/gift_cards/share',
  summary: 'Give gift cards and vouchers of one’s own to somebody, with a message',
  description:
    'Mailed, only the recipient may use them, with that mailbox proven. All of them are sent, ' +
    'or none. One that was mailed cannot be mailed again; what is not one’s own answers 404. ' +
    'New beside section 7: vouchers, a day to send on, printing at home, a departure whose ' +
    'seats are kept for the recipient.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(GiftShareFields) },
  responses: { 201: jsonReply('The gift cards and vouchers as they stand now', GiftShareReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/gift_shares/{id}',
  summary: 'A gift one gave: how far it has come, unless its recipient hides that',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The gift', GiftShareOneReply) },
})
const asItStands = readOnlyFields('gift_share', GiftShareChange.shape.gift_share, (c) =>
  readShare(c.get('deps'), c.get('signedIn'), findId(c.req.param('id') ?? '') ?? 0),
)
const change = createRoute({
  method: 'patch',
  path: '/v1/gift_shares/{id}',
  summary: 'Change a gift that was not opened: before its day all of it, then its address',
  description:
    'Another address gets a mail with another link; the link before it is dead, the codes are new.',
  middleware: [requireCaller, asItStands] as const,
  request: {
    params,
    body: jsonBody(GiftShareChange),
  },
  responses: { 200: jsonReply('The gift as it stands now', GiftShareOneReply) },
})
const takeBack = createRoute({
  method: 'post',
  path: '/v1/gift_shares/{id}/take_back',
  summary: 'Take back a gift that was not opened; what was in it gets new codes',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The gift as it stands now', GiftShareOneReply) },
})

export const giftShares = createRouter()
  .openapi(share, async (c) => {
    const deps = c.get('deps')
    const caller = c.get('signedIn')
    const shared = await shareGiftCards(deps, caller, c.req.valid('json'))
    if (!shared.ok) return 'fields' in shared ? refuseFields(c, shared.fields) : refuse(c, shared.reason)
    const { ids, voucherIds } = shared
    const page = { limit: 60, offset: 0, sort: undefined }
    const { rows } = await listGiftCards(deps, caller, { ids, page, everybody: false })
    const papers = await listVouchers(deps, caller, { ids: voucherIds, page, everybody: false })
    return c.json({ gift_cards: rows, vouchers: papers.rows }, 201)
  })
  .openapi(read, async (c) => {
    const found = await readShare(c.get('deps'), c.get('signedIn'), c.req.valid('param').id)
    c.header('Cache-Control', 'private, no-store')
    return found ? c.json({ gift_share: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param')
    const changed = await changeShare(c.get('deps'), c.get('signedIn'), id, c.req.valid('json').gift_share)
    if (!changed.ok) return 'fields' in changed ? refuseFields(c, changed.fields) : refuse(c, changed.reason)
    const found = await readShare(c.get('deps'), c.get('signedIn'), id)
    return found ? c.json({ gift_share: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(takeBack, async (c) => {
    const { id } = c.req.valid('param')
    const taken = await revokeShare(c.get('deps'), c.get('signedIn'), id)
    if (!taken.ok && taken.reason !== 'gift_taken_back') {
      return 'fields' in taken ? refuseFields(c, taken.fields) : refuse(c, taken.reason)
    }
    const found = await readShare(c.get('deps'), c.get('signedIn'), id)
    return found ? c.json({ gift_share: found }, 200) : refuse(c, 'not_found')
  })
