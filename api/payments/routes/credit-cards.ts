import { createRoute, z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import {
  CreditCardReply,
  CreditCardRequest,
  CreditCardsReply,
  CreditCardUpdate,
} from '#contract/credit-card.ts'
import { QueryId } from '#contract/primitives.ts'
import { type ApiEnv, createRouter } from '../../http/http.ts'
import { idempotent, oneAtATime } from '../../access/idempotent.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { type AddedCard } from '../cards/add-credit-card.ts'
import { chooseDefaultCard, removeCard } from '../cards/change-cards.ts'
import { findCreditCard, presentCreditCard } from '../../store/payments/find-credit-card.ts'
import { listCreditCards, saveCreditCard } from '../cards/list-credit-cards.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdQuery, filterRequestedRows } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const PathId = QueryId
const ofUser = z.object({ id: PathId })
const ofCard = z.object({ id: PathId, card: PathId })
/** Section 7 sends it; a card belongs to the account with every brand. */
const query = z.object({ brand_id: QueryId.optional() })
const listQuery = query.extend({ 'id[]': IdQuery.shape['id[]'] })

/** Cards of another account are not found, whoever asks. */
const requireSelf = createMiddleware<ApiEnv>(async (c, next) => {
  const caller = c.get('caller')
  const isSelf = caller.kind === 'customer' && String(caller.userId) === c.req.param('id')
  return isSelf ? next() : refuse(c, 'not_found')
})

const list = createRoute({
  method: 'get',
  path: '/v1/users/{id}/credit_cards',
  summary: 'The saved cards of the own account; the default first',
  middleware: [requireCaller, requireSelf] as const,
  request: { params: ofUser, query: listQuery },
  responses: { 200: jsonReply('The cards', CreditCardsReply) },
})
const save = createRoute({
  method: 'post',
  path: '/v1/users/{id}/credit_cards',
  summary: 'Save a card that was just typed, or on the provider’s own page',
  description:
    'The card’s bank is asked now. `requires_action`: go to `redirect_url`, or show the bank’s ' +
    'question with `client_secret` and send its `seti_…` as `stripe_token`. A card that is ' +
    'saved already is answered as it is.',
  middleware: [requireCaller, requireSelf, idempotent, oneAtATime] as const,
  request: {
    params: ofUser,
    query,
    body: jsonBody(CreditCardRequest),
  },
  responses: { 201: jsonReply('The card, or what is left to do', CreditCardReply) },
})
const ownCard = readOnlyFields('credit_card', CreditCardUpdate.shape.credit_card, async (c) => {
  const id = findId(c.req.param('card') ?? '') ?? 0
  const card = await findCreditCard(c.get('deps').database.db, c.get('signedIn').userId, id)
  return card && presentCreditCard(card)
})
const update = createRoute({
  method: 'patch',
  path: '/v1/users/{id}/credit_cards/{card}',
  summary: 'Make a saved card the default',
  middleware: [requireCaller, requireSelf, ownCard] as const,
  request: {
    params: ofCard,
    body: jsonBody(CreditCardUpdate),
  },
  responses: { 200: jsonReply('The card', CreditCardReply) },
})
const remove = createRoute({
  method: 'delete',
  path: '/v1/users/{id}/credit_cards/{card}',
  summary: 'Remove a saved card, at the provider too',
  middleware: [requireCaller, requireSelf] as const,
  request: { params: ofCard },
  responses: { 204: { description: 'The card is removed' } },
})

const presentAdded = (added: Extract<AddedCard, { ok: true }>): CreditCardReply =>
  added.card
    ? {
        credit_card: presentCreditCard(added.card),
        requires_action: false,
        redirect_url: null,
        client_secret: null,
      }
    : {
        credit_card: null,
        requires_action: true,
        redirect_url: added.redirectUrl,
        client_secret: added.clientSecret,
      }

export const creditCards = createRouter()
  .openapi(list, async (c) => {
    const cards = await listCreditCards(c.get('deps'), c.get('signedIn').userId)
    return c.json(
      { credit_cards: filterRequestedRows(cards.map(presentCreditCard), c.req.valid('query')) },
      200,
    )
  })
  .openapi(save, async (c) => {
    const added = await saveCreditCard(c.get('deps'), c.get('signedIn').userId, c.req.valid('json'))
    if (added.ok) return c.json(presentAdded(added), 201)
    return added.reason === 'invalid' ? refuseFields(c, added.fields) : refuse(c, added.reason)
  })
  .openapi(update, async (c) => {
    const { card } = c.req.valid('param')
    if (!c.req.valid('json').credit_card.default) {
      const kept = await findCreditCard(c.get('deps').database.db, c.get('signedIn').userId, card)
      if (!kept) return refuse(c, 'not_found')
      if (!presentCreditCard(kept).default) return c.json(presentAdded({ ok: true, card: kept }), 200)
      return refuseFields(c, { default: ['Make another card the default instead'] })
    }
    const chosen = await chooseDefaultCard(c.get('deps'), c.get('signedIn').userId, card)
    return chosen.ok ? c.json(presentAdded(chosen), 200) : refuse(c, chosen.reason)
  })
  .openapi(remove, async (c) => {
    const { card } = c.req.valid('param')
    const removed = await removeCard(c.get('deps'), c.get('signedIn').userId, card)
    return removed.ok ? c.body(null, 204) : refuse(c, removed.reason)
  })
