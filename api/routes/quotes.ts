import { createRoute } from '@hono/zod-openapi'
import { QuoteReply, QuoteRequest } from '#contract/quote.ts'
import { createRouter } from '../http.ts'
import { quoteCart } from '../services/quote-cart.ts'
import { jsonReply } from './json-reply.ts'
import { presentQuote } from './present-quote.ts'
import { refuse } from './refuse.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/quotes',
  summary: 'What a cart costs now, line by line',
  description: 'The same rules price an order. A quote holds no seats and promises none.',
  request: { body: { required: true, content: { 'application/json': { schema: QuoteRequest } } } },
  responses: { 201: jsonReply('The quote', QuoteReply) },
})

export const quotes = createRouter().openapi(create, async (c) => {
  const { database, clock } = c.get('deps')
  const caller = c.get('caller')
  const ownSessionId = caller.kind === 'visitor' ? undefined : caller.sessionId
  const quoted = await quoteCart(database.db, c.req.valid('json'), { now: clock.now(), ownSessionId })
  if (!quoted.ok) return refuse(c, quoted.reason)
  return c.json({ quote: presentQuote(quoted.facts, quoted.cart, quoted.priced) }, 201)
})
