import { createRoute } from '@hono/zod-openapi'
import { type AppliedCode } from '#contract/promotions.ts'
import { QuoteReply, QuoteRequest } from '#contract/quote.ts'
import { limitRules, limitSentence } from '../domain/call-limits.ts'
import { createRouter } from '../http.ts'
import { normalCode } from '../services/find-discount.ts'
import { quoteCart } from '../services/quote-cart.ts'
import { jsonReply } from './json-reply.ts'
import { presentQuote } from './present-quote.ts'
import { refuse } from './refuse.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/quotes',
  summary: 'What a cart costs now, line by line',
  description:
    'The same rules price an order. A quote holds no seats and promises none. A discount code that does not hold is told beside the price without it.',
  request: { body: { required: true, content: { 'application/json': { schema: QuoteRequest } } } },
  responses: { 201: jsonReply('The quote', QuoteReply) },
})

export const quotes = createRouter().openapi(create, async (c) => {
  const { database, clock } = c.get('deps')
  const caller = c.get('caller')
  const own =
    caller.kind === 'visitor'
      ? {}
      : { ownSessionId: caller.sessionId, prizeOwnerId: caller.emailProven ? caller.userId : undefined }
  const { discount_code_code: typed, ...request } = c.req.valid('json')
  const guess = normalCode(typed) === '' ? undefined : await c.get('countCall')(limitRules.quotedCodes)
  const tried = guess?.ok === false ? undefined : typed
  const options = { ...own, now: clock.now() }
  const quoted = await quoteCart(database.db, { ...request, discount_code_code: tried }, options)
  if (guess?.ok) await guess.settle(quoted.ok && quoted.discount.unknown)
  if (!quoted.ok) return refuse(c, quoted.reason)
  const { facts, cart, priced, discount } = quoted
  const told = guess?.ok === false ? notTried(typed ?? '', guess.waitSeconds) : discount.told
  return c.json({ quote: presentQuote(facts, cart, priced, told) }, 201)
})

/** Who guesses codes has to wait; the price is told all the same. */
const notTried = (typed: string, waitSeconds: number): AppliedCode => ({
  code: typed.trim(),
  applied: false,
  message: limitSentence(waitSeconds),
  reason: null,
})
