import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { z } from 'zod'
import { AvailabilityDayReply, AvailabilityMonthReply, NextDeparturesReply } from '#contract/availability.ts'
import { PartyWeights } from '#contract/quote.ts'
import { QuantityType } from '#contract/enums.ts'
import { LocalDate, LocalMonth, QueryId } from '#contract/primitives.ts'
import { type ApiEnv, type Caller, createRouter } from '../../http/http.ts'
import { findNextDepartures } from '../find-next-departures.ts'
import { readAvailabilityDay } from '../read-availability-day.ts'
import { readAvailabilityMonth } from '../read-availability-month.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { IdList, mergeIdParams } from '../../http/list-query.ts'
import { refuse } from '../../http/refuse.ts'

const id = QueryId
const party = {
  quantity: z.coerce.number().int().min(1, 'Please input a quantity').max(60).default(1),
  quantity_type: QuantityType.default('seat'),
}
const oneProduct = z.object({
  product_id: id,
  selling_brand_id: id.optional(),
  /** The token of a mailed waitlist offer: its seats do not count as occupied. */
  waitlist_offer: z.string().max(100).optional(),
  ...party,
})

const month = createRoute({
  method: 'get',
  path: '/v1/availability/month',
  summary: 'The days of a month on which a party can fly, and their lowest prices',
  request: { query: oneProduct.extend({ month: LocalMonth }) },
  responses: { 200: jsonReply('The month', AvailabilityMonthReply) },
})
const day = createRoute({
  method: 'get',
  path: '/v1/availability/day',
  summary: 'The departures of a day, with free seats and all-in prices',
  request: { query: oneProduct.extend({ date: LocalDate }) },
  responses: { 200: jsonReply('The day', AvailabilityDayReply) },
})
/** Weights are personal data: they belong in a body, never in a URL. */
const weighed = z.object({
  product_id: z.number().int().positive(),
  selling_brand_id: z.number().int().positive().optional(),
  quantity: z.number().int().min(1, 'Please input a quantity').max(60).default(1),
  quantity_type: QuantityType.default('seat'),
  weights: PartyWeights,
  /** The same parameter as in the calls without weights. */
  waitlist_offer: z.string().max(100).optional(),
})
const weighedMonth = createRoute({
  method: 'post',
  path: '/v1/availability/month',
  summary: 'The same for a party with stated weights, which are not stored',
  request: { body: jsonBody(weighed.extend({ month: LocalMonth })) },
  responses: { 200: jsonReply('The month', AvailabilityMonthReply) },
})
const weighedDay = createRoute({
  method: 'post',
  path: '/v1/availability/day',
  summary: 'The same for a party with stated weights, which are not stored',
  request: { body: jsonBody(weighed.extend({ date: LocalDate })) },
  responses: { 200: jsonReply('The day', AvailabilityDayReply) },
})
const next = createRoute({
  method: 'get',
  path: '/v1/availability/next',
  summary: 'The next departures that a party can book',
  request: {
    query: z.object({
      product_id: IdList.optional(),
      'product_id[]': IdList.optional(),
      brand_id: id.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(4),
      /** Each departure with the breakdown of the party's price. */
      quotes: z.stringbool().optional(),
      ...party,
    }),
  },
  responses: { 200: jsonReply('Departures, soonest first', NextDeparturesReply) },
})

/** A shopper's own held seats do not count as occupied. */
const ownSession = (caller: Caller) => (caller.kind === 'visitor' ? undefined : caller.sessionId)

function toAvailabilityQuery(
  query: z.infer<typeof oneProduct> & { weights?: (number | null)[] },
  caller: Caller,
  now: Date,
) {
  return {
    productId: query.product_id,
    sellingBrandId: query.selling_brand_id,
    quantity: query.quantity,
    quantityType: query.quantity_type,
    weights: query.weights,
    now,
    ownSessionId: ownSession(caller),
    ownOffer: query.waitlist_offer,
  }
}

type AvailabilityParams = Parameters<typeof toAvailabilityQuery>[0]

async function answerMonth(c: Context<ApiEnv>, params: AvailabilityParams & { month: string }) {
  const { database, clock } = c.get('deps')
  const query = toAvailabilityQuery(params, c.get('caller'), clock.now())
  const found = await readAvailabilityMonth(database.db, params.month, query)
  return found ? c.json({ availability: found }, 200) : refuse(c, 'not_found')
}

async function answerDay(c: Context<ApiEnv>, params: AvailabilityParams & { date: string }) {
  const { database, clock } = c.get('deps')
  const query = toAvailabilityQuery(params, c.get('caller'), clock.now())
  const found = await readAvailabilityDay(database.db, params.date, query)
  return found ? c.json({ availability: found }, 200) : refuse(c, 'not_found')
}

export const availability = createRouter()
  .openapi(month, (c) => answerMonth(c, c.req.valid('query')))
  .openapi(day, (c) => answerDay(c, c.req.valid('query')))
  .openapi(weighedMonth, (c) => answerMonth(c, c.req.valid('json')))
  .openapi(weighedDay, (c) => answerDay(c, c.req.valid('json')))
  .openapi(next, async (c) => {
    const query = c.req.valid('query')
    const { database, clock } = c.get('deps')
    const departures = await findNextDepartures(database.db, {
      productIds: mergeIdParams(query.product_id, query['product_id[]']),
      brandId: query.brand_id,
      quantity: query.quantity,
      quantityType: query.quantity_type,
      limit: query.limit,
      withQuotes: query.quotes,
      now: clock.now(),
    })
    return c.json({ departures }, 200)
  })
