import { createRoute, z } from '@hono/zod-openapi'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { writeOrderCalendar } from '../write-order-calendar.ts'
import { refuse } from '../refusals.ts'

const calendar = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/calendar.ics',
  summary: 'The flights of an order as a calendar file',
  middleware: [requireCaller] as const,
  request: { params: z.object({ id: QueryId }) },
  responses: {
    200: {
      description: 'RFC 5545, for completed orders',
      content: { 'text/calendar': { schema: z.string() } },
    },
  },
})

export const orderCalendar = createRouter().openapi(calendar, async (c) => {
  const deps = c.get('deps')
  const order = await findVisibleOrder(deps.database.db, c.get('signedIn'), c.req.valid('param').id)
  if (!order) return refuse(c, 'not_found')
  const written = await writeOrderCalendar(deps, order)
  if (!written.ok) return refuse(c, written.reason)
  return c.body(written.calendar, 200, {
    'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
    'Content-Disposition': `attachment; filename="flight-O-${String(order.id)}.ics"`,
  })
})
