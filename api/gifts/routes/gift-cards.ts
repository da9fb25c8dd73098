import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { GiftCardReply, GiftCardsReply, VoucherReply, VouchersReply } from '#contract/tenders.ts'
import { GiftCardRequest } from '#contract/gift-card.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { giftCardResource } from '../gift-card-resource.ts'
import { voucherResource } from '../voucher-resource.ts'
import { readTag } from '../../resources/read-tag.ts'
import { giveGiftCard } from '../issue-gift-card.ts'
import { giftCardSorts, listGiftCards } from '../list-gift-cards.ts'
import { listVouchers, voucherSorts } from '../list-vouchers.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import {
  parsePathIds,
  IdParams,
  listMeta,
  listQuery,
  ONE_ROW_PAGE,
  toListPage,
} from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const OwnerId = QueryId.optional()
const LastEmailedTo = z.string().max(254).optional()

const gifts = createRoute({
  method: 'get',
  path: '/v1/gift_cards',
  summary: 'Gift cards one bought, or was sent, newest first',
  description:
    'Only one’s own: bought with the account, or sent to its proven mailbox; asking for ' +
    'somebody else’s finds none. `code` is for its owner alone: once it was sent, that is the ' +
    'recipient.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(giftCardSorts).extend({ purchaser_id: OwnerId, last_emailed_to: LastEmailedTo }),
  },
  responses: { 200: jsonReply('Gift cards', GiftCardsReply) },
})
const papers = createRoute({
  method: 'get',
  path: '/v1/vouchers',
  summary: 'Re-schedule vouchers one has, or was sent, newest first',
  description: 'As with gift cards: only one’s own, and `code` for its owner alone.',
  middleware: [requireCaller] as const,
  request: { query: listQuery(voucherSorts).extend({ user_id: OwnerId, last_emailed_to: LastEmailedTo }) },
  responses: { 200: jsonReply('Vouchers', VouchersReply) },
})

const oneGift = createRoute({
  method: 'get',
  path: '/v1/gift_cards/{id}',
  summary: 'One of them; `code` is for its owner alone',
  description: 'With an `ETag` that a change can be bound to with `If-Match`.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The gift card', GiftCardReply) },
})
const give = createRoute({
  method: 'post',
  path: '/v1/gift_cards',
  summary: 'Give somebody a card that nobody pays for; admins only',
  description: 'Worth nothing in the books. Whose it is reads its code in the account, and nobody else.',
  middleware: [requireCaller, idempotent] as const,
  request: {
    body: jsonBody(GiftCardRequest),
  },
  responses: { 201: jsonReply('The gift card, without its code', GiftCardReply) },
})
const onePaper = createRoute({
  method: 'get',
  path: '/v1/vouchers/{id}',
  summary: 'One of them; `code` is for its owner alone',
  description: 'With an `ETag` that a change can be bound to with `If-Match`.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The voucher', VoucherReply) },
})

const askedFor = (query: { last_emailed_to?: string | undefined } & Parameters<typeof toListPage>[0]) => ({
  lastEmailedTo: query.last_emailed_to,
  page: toListPage(query),
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
  .openapi(oneGift, async (c) => {
    const asked = {
      ids: parsePathIds(c.req.valid('param').id),
      page: ONE_ROW_PAGE,
      everybody: c.get('reach') === 'any',
    }
    const { rows } = await listGiftCards(c.get('deps'), c.get('signedIn'), asked)
    c.header('Cache-Control', 'private, no-store')
    const [card] = rows
    if (!card) return refuse(c, 'not_found')
    const tag = await readTag(c.get('deps').database.db, giftCardResource, card.id)
    return c.json({ gift_card: card }, 200, tag)
  })
  .openapi(give, async (c) => {
    const [deps, caller] = [c.get('deps'), c.get('signedIn')]
    const given = await giveGiftCard(deps, c.req.valid('json').gift_card, auditBy(c))
    if (!given.ok) return refuseFields(c, given.fields)
    const asked = { ids: [given.id], page: ONE_ROW_PAGE, everybody: true }
    const [card] = (await listGiftCards(deps, caller, asked)).rows
    if (!card) throw new Error('A gift card was given and cannot be read')
    return c.json({ gift_card: { ...card, code: null } }, 201)
  })
  .openapi(onePaper, async (c) => {
    const asked = {
      ids: parsePathIds(c.req.valid('param').id),
      page: ONE_ROW_PAGE,
      everybody: c.get('reach') === 'any',
    }
    const { rows } = await listVouchers(c.get('deps'), c.get('signedIn'), asked)
    c.header('Cache-Control', 'private, no-store')
    const [voucher] = rows
    if (!voucher) return refuse(c, 'not_found')
    const tag = await readTag(c.get('deps').database.db, voucherResource, voucher.id)
    return c.json({ voucher }, 200, tag)
  })
