import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { type AppliedCode } from '#contract/promotions.ts'
import {
  AnyQuoteReply,
  AnyQuoteRequest,
  type GiftQuote,
  type GiftQuoteFields,
  type Quote,
} from '#contract/quote.ts'
import { limitRules, limitSentence } from '../../rules/access/call-limits.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { type ApiEnv, createRouter } from '../../http/http.ts'
import { findQuoteBuyer } from '../find-buyer.ts'
import { normalCode } from '../../store/find-discount.ts'
import { quoteCart } from '../../pricing/quote-cart.ts'
import { requestsTenders, type QuotedTenders, quoteTenders } from '../../tenders/quote-tenders.ts'
import { type PricedGifts, quoteGiftCart } from '../../gifts/quote-gift-cart.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { presentGiftQuote } from '../../gifts/routes/present-gift-quote.ts'
import { presentQuote } from '../../pricing/routes/present-quote.ts'
import { refuse } from '../refusals.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/quotes',
  summary: 'What a cart costs now, line by line',
  description:
    'The same rules price an order. A quote holds no seats and promises none. `gift_purchase` ' +
    'asks for gift cards to buy, by their fare. A discount code that does not hold is told ' +
    'beside the price without it.',
  request: { body: jsonBody(AnyQuoteRequest) },
  responses: { 201: jsonReply('The quote', AnyQuoteReply) },
})

export const quotes = createRouter().openapi(create, async (c) => {
  const deps = c.get('deps')
  const { database, clock } = deps
  const caller = c.get('caller')
  const own =
    caller.kind === 'visitor'
      ? {}
      : { ownSessionId: caller.sessionId, prizeOwnerId: caller.emailProven ? caller.userId : undefined }
  const body = c.req.valid('json')
  if ('gift_purchase' in body) return quoteGifts(c, body.gift_purchase, { ...own, now: clock.now() })
  const { discount_code_code: typed, ...request } = body
  const guesses = normalCode(typed) !== '' || request.gift_card_codes.length + request.vouchers.length > 0
  const guess = guesses ? await c.get('countCall')(limitRules.quotedCodes) : undefined
  const tried = guess?.ok === false ? undefined : typed
  const buyer = await findQuoteBuyer(deps, caller, request)
  const options = { ...own, buyer, now: clock.now() }
  const quoted = await quoteCart(database.db, { ...request, discount_code_code: tried }, options)
  const asked = quoted.ok && requestsTenders(request) && guess?.ok !== false
  const departure = asked
    ? { productId: quoted.facts.product.id, fareId: quoted.facts.departure.fareId }
    : null
  const tenders = asked
    ? await quoteTenders(
        deps,
        { pricing: { facts: quoted.facts.pricing, cart: quoted.cart }, departure },
        caller,
        request,
      )
    : undefined
  const missed = tenders?.ok === false && tenders.problem.message.endsWith('must exist.')
  if (guess?.ok) await guess.settle(missed || (quoted.ok && quoted.discount.unknown))
  if (!quoted.ok) return refuse(c, quoted.reason)
  const { facts, cart, priced, discount } = quoted
  const limited = guess?.ok === false ? notTried(typed ?? '', guess.waitSeconds) : undefined
  const quote = presentQuote(facts, cart, priced, limited ?? discount.appliedCode)
  const priceWith = (paid: PricedCart) => presentQuote(facts, cart, paid, quote.discount_code)
  const { membership } = quoted
  return c.json({ quote: { ...withTenders(quote, tenders, priceWith), membership } }, 201)
})

async function quoteGifts(
  c: Context<ApiEnv>,
  { discount_code_code: typed, ...wanted }: GiftQuoteFields,
  when: { now: Date; ownSessionId?: string },
) {
  const guesses = normalCode(typed) !== '' || wanted.vouchers.length > 0
  const guess = guesses ? await c.get('countCall')(limitRules.quotedCodes) : undefined
  const tried = guess?.ok === false ? undefined : typed
  const deps = c.get('deps')
  const fields = { ...wanted, gift_card_codes: [], gift_cards: [] }
  const quoted = await quoteGiftCart(deps.database.db, { ...wanted, discount_code_code: tried }, when)
  const asked = quoted.ok && requestsTenders(fields) && guess?.ok !== false
  const tenders = asked
    ? await quoteTenders(deps, { pricing: frozenOf(quoted), departure: null }, c.get('caller'), fields)
    : undefined
  const missed = tenders?.ok === false && tenders.problem.message.endsWith('must exist.')
  if (guess?.ok) await guess.settle(missed || (quoted.ok && quoted.discount.unknown))
  if (!quoted.ok) return refuse(c, quoted.reason)
  const bare = presentGiftQuote(quoted, quoted.priced)
  const limited = guess?.ok === false ? notTried(typed ?? '', guess.waitSeconds) : undefined
  const quote = limited ? { ...bare, discount_code: limited } : bare
  return c.json({ quote: withTenders(quote, tenders, (paid) => presentGiftQuote(quoted, paid)) }, 201)
}

const frozenOf = ({ facts, cart }: PricedGifts) => ({ facts: facts.pricing, cart })

/** The price with its tenders, or why they cannot pay. */
function withTenders<Q extends Quote | GiftQuote>(
  bare: Q,
  tenders: QuotedTenders | undefined,
  priceWith: (paid: PricedCart) => Q,
): Q {
  if (!tenders) return bare
  if (!tenders.ok) return { ...bare, tender_problem: tenders.problem }
  return { ...priceWith(tenders.priced), order_total: bare.total }
}

/** A caller who tries too many codes must wait, but still gets the price. */
const notTried = (typed: string, waitSeconds: number): AppliedCode => ({
  code: typed.trim(),
  applied: false,
  message: limitSentence(waitSeconds),
  reason: null,
})
