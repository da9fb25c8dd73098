import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { Place, QuantityType } from '#contract/enums.ts'
import { LocalDate, QueryDollars, QueryId } from '#contract/primitives.ts'
import { FlightSearchReply } from '#contract/search.ts'
import { toCents } from '../../rules/money/money.ts'
import { createRouter } from '../../http/http.ts'
import { searchFlights } from '../search-flights.ts'
import { jsonReply } from '../../http/json-reply.ts'

const flights = createRoute({
  method: 'get',
  path: '/v1/search',
  summary: 'Search flights and departures by words, place, day, party and price',
  request: {
    query: z.object({
      brand_id: QueryId,
      /** English words; typos are corrected. */
      q: z.string().trim().max(100).default(''),
      date: LocalDate.optional(),
      place: Place.optional(),
      tag: z.string().max(40).optional(),
      /**
       * The highest all-in price in dollars, of a seat, or of the aircraft for products without
       * seat prices.
       */
      max_price: QueryDollars.min(0).max(100_000).optional(),
      quantity: z.coerce.number().int().min(1, 'Please input a quantity').max(60).default(1),
      quantity_type: QuantityType.default('seat'),
      /** The number of departures per flight. */
      limit: z.coerce.number().int().min(1).max(10).default(3),
    }),
  },
  responses: { 200: jsonReply('The flights found, best match first', FlightSearchReply) },
})

export const search = createRouter().openapi(flights, async (c) => {
  const query = c.req.valid('query')
  const { database, clock } = c.get('deps')
  const found = await searchFlights(database.db, {
    brandId: query.brand_id,
    words: query.q,
    date: query.date,
    place: query.place,
    tag: query.tag,
    mostCents: query.max_price === undefined ? undefined : toCents(query.max_price),
    quantity: query.quantity,
    quantityType: query.quantity_type,
    each: query.limit,
    now: clock.now(),
  })
  return c.json({ search: found }, 200)
})
