import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { listGiftCards } from '../services/tenders/list-gift-cards.ts'
import { listVouchers } from '../services/tenders/list-vouchers.ts'
import { tenderSorts } from '../services/tenders/tender-list.ts'
import { jsonReply } from './json-reply.ts'
import { listMeta, listQuery, pageOf } from './list-query.ts'

const OwnerId = z.coerce.number().int().positive().optional()
const LastEmailedTo = z.string().max(254).optional()

const gifts = createRoute({
  method: 'get',
  path: '/v1/gift_cards',
  summary: 'Gift cards one bought, or was sent, newest first',
  description:
    'Only one’s own: bought with the account, or sent to its proven mailbox; asking for somebody else’s finds none. `code` is for its owner alone: once it was sent, that is the recipient.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(tenderSorts).extend({ purchaser_id: OwnerId, last_emailed_to: LastEmailedTo }),
  },
  responses: { 200: jsonReply('Gift cards', GiftCardsReply) },
})
const papers = createRoute({
  method: 'get',
  path: '/v1/vouchers',
  summary: 'Re-schedule vouchers one has, or was sent, newest first',
  description: 'As with gift cards: only one’s own, and `code` for its owner alone.',
  middleware: [requireCaller] as const,
  request: { query: listQuery(tenderSorts).extend({ user_id: OwnerId, last_emailed_to: LastEmailedTo }) },
  responses: { 200: jsonReply('Vouchers', VouchersReply) },
})

const askedFor = (query: { last_emailed_to?: string | undefined } & Parameters<typeof pageOf>[0]) => ({
  lastEmailedTo: query.last_emailed_to,
  page: pageOf(query),
})

export const giftCards = createRouter()
  .openapi(gifts, async (c) => {
    const query = c.req.valid('query')
    const { rows, totalCount } = await listGiftCards(c.get('deps'), c.get('signedIn'), {
      ...askedFor(query),
      ownerId: query.purchaser_id,
      everybody: c.get('reach') === 'any',
    })
    c.header('Cache-Control', 'private, no-store')
    return c.json({ gift_cards: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(papers, async (c) => {
    const query = c.req.valid('query')
    const { rows, totalCount } = await listVouchers(c.get('deps'), c.get('signedIn'), {
      ...askedFor(query),
      ownerId: query.user_id,
      everybody: c.get('reach') === 'any',
    })
    c.header('Cache-Control', 'private, no-store')
    return c.json({ vouchers: rows, meta: listMeta(query, totalCount) }, 200)
  })
