import { createRoute } from '@hono/zod-openapi'
import { SaleDayReply, SaleDayRequest } from '#contract/sale-day.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../../http/refuse.ts'
import { readSaleDay } from '../read-sale-day.ts'

const read = createRoute({
  method: 'post',
  path: '/v1/sale_days',
  summary: 'What staff can sell to a party on a day and the days around it; nothing is written',
  description:
    'Each departure with its seats, the weight that it can still take, and by how much the party ' +
    'is too heavy. Seats that the caller’s own session holds count as free.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SaleDayRequest) },
  responses: { 200: jsonReply('The day', SaleDayReply) },
})

export const saleDays = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  const {
    date,
    from_date: fromDate = date,
    days,
    first_open: firstOpen,
    ...party
  } = c.req.valid('json').sale_day
  const found = await readSaleDay(
    database.db,
    { date, fromDate, days, firstOpen },
    {
      productId: party.product_id,
      sellingBrandId: party.selling_brand_id,
      quantity: party.quantity,
      quantityType: party.quantity_type,
      weights: party.weights,
      now: clock.now(),
      forStaff: true,
      ownSessionId: c.get('signedIn').sessionId,
    },
  )
  c.header('Cache-Control', 'private, no-store')
  return found ? c.json({ sale_day: found }, 200) : refuse(c, 'not_found')
})
