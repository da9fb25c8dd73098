import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { OrderLinkReply } from '#contract/order-link.ts'
import { createRouter } from '../../http/http.ts'
import { openOrderLink, readLinkedOrder } from '../open-order-link.ts'
import { writeOrderCalendar } from '../write-order-calendar.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const token = z.object({ token: z.string().max(200) })

const read = createRoute({
  method: 'get',
  path: '/v1/order_links/{token}',
  summary: 'The order behind the link in its mails, read-only, with the passengers’ links',
  description: 'Without codes and weights. Reading does not use the link up.',
  request: { params: token },
  responses: { 200: jsonReply('The order', OrderLinkReply) },
})
const calendar = createRoute({
  method: 'get',
  path: '/v1/order_links/{token}/calendar.ics',
  summary: 'The flights of the order as a calendar file',
  request: { params: token },
  responses: {
    200: {
      description: 'RFC 5545, for completed orders',
      content: { 'text/calendar': { schema: z.string() } },
    },
  },
})

export const orderLinks = createRouter()
  .openapi(read, async (c) => {
    const opened = await openOrderLink(c.get('deps'), c.req.valid('param').token)
    if (!opened.ok) return refuse(c, opened.reason)
    return c.json(await readLinkedOrder(c.get('deps'), opened), 200)
  })
  .openapi(calendar, async (c) => {
    const opened = await openOrderLink(c.get('deps'), c.req.valid('param').token)
    if (!opened.ok) return refuse(c, opened.reason)
    const written = await writeOrderCalendar(c.get('deps'), opened.row)
    if (!written.ok) return refuse(c, written.reason)
    return c.body(written.calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="flight-${opened.order.number}.ics"`,
    })
  })
