import { createRoute } from '@hono/zod-openapi'
import { SaleGridReply, SaleGridRequest } from '#contract/sale-grid.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { readSaleGrid } from '../read-sale-grid.ts'

const read = createRoute({
  method: 'post',
  path: '/v1/sale_grids',
  summary: 'What staff can sell to a party on a day, of all products and brands; nothing is written',
  description:
    'Each departure with its seats, the weight that it can still take, what the party pays, and how ' +
    'many people wait. Seats that the caller’s own session holds count as free.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SaleGridRequest) },
  responses: { 200: jsonReply('The day', SaleGridReply) },
})

export const saleGrids = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  const { date, selling_brand_id: sellingBrandId, ...party } = c.req.valid('json').sale_grid
  const grid = await readSaleGrid(database.db, {
    date,
    sellingBrandId,
    quantity: party.quantity,
    quantityType: party.quantity_type,
    weights: party.weights,
    now: clock.now(),
    ownSessionId: c.get('signedIn').sessionId,
  })
  c.header('Cache-Control', 'private, no-store')
  return c.json({ sale_grid: grid }, 200)
})
