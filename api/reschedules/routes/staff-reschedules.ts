import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  RescheduleQuoteReply,
  StaffRescheduleQuoteRequest,
  StaffRescheduleReply,
  StaffRescheduleRequest,
} from '#contract/reschedule.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent, oneAtATime } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { rescheduleForCustomer, findOrderPayer, toStaffRescheduleInput } from '../reschedule-for-customer.ts'
import { presentReschedulable, presentRescheduleQuote } from '../present-reschedule-quote.ts'
import { judgeReschedule } from '../price-reschedule.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { readOrder } from '../../orders/read-order.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuseStaff as refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_reschedule_quotes',
  summary: 'Whether staff can reschedule a paid order’s flight for its customer, and the price',
  description:
    'As for the customer, with the customer’s credit; `waive_fee` leaves the fee out, and `product_id` ' +
    'allows a departure of another flight product. No seats are held.',
  middleware: [requireCaller] as const,
  request: {
    params,
    body: jsonBody(StaffRescheduleQuoteRequest),
  },
  responses: { 200: jsonReply('Fee and price; nothing is written', RescheduleQuoteReply) },
})
const move = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_reschedules',
  summary: 'Reschedule a paid order’s flight for its customer, with a payment at the counter',
  description:
    'All of it happens or nothing: if the new seats are gone, the customer keeps the money. If ' +
    'the prices in `items` are not those that apply, the answer is 409 with the right ' +
    '`reschedule_quote`.',
  middleware: [requireCaller, idempotent, oneAtATime] as const,
  request: {
    params,
    body: jsonBody(StaffRescheduleRequest),
  },
  responses: { 201: jsonReply('The rescheduled order', StaffRescheduleReply) },
})

export const staffReschedules = createRouter()
  .openapi(quote, async (c) => {
    const { database, clock, settings } = c.get('deps')
    const { db } = database
    const caller = c.get('signedIn')
    const order = await findVisibleOrder(db, caller, c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const { departure_id, depart_at, ...fields } = c.req.valid('json')
    const now = clock.now()
    const payer = await findOrderPayer(db, order)
    if (departure_id === undefined || depart_at === undefined) {
      const by = { ...caller, ...payer }
      const asked = { flightId: fields.flight_id, by, forStaff: true, now }
      return c.json({ reschedule_quote: await presentReschedulable(db, order, asked) }, 200)
    }
    const ask = toStaffRescheduleInput({ ...fields, departure_id, depart_at }, caller, payer)
    const judged = await judgeReschedule(db, order, ask, { ring: settings.secrets.code, now })
    return c.json({ reschedule_quote: presentRescheduleQuote(order, judged, { now, forStaff: true }) }, 200)
  })
  .openapi(move, async (c) => {
    const deps = c.get('deps')
    const { db } = deps.database
    const caller = c.get('signedIn')
    const order = await findVisibleOrder(db, caller, c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const { reschedule: fields } = c.req.valid('json')
    const moved = await rescheduleForCustomer(deps, { order, fields, caller, by: auditBy(c) })
    if (!moved.ok) {
      if (moved.reason === 'invalid') return refuseFields(c, moved.fields)
      if (moved.reason !== 'price_changed') return refuse(c, moved.reason)
      const now = deps.clock.now()
      const ask = toStaffRescheduleInput(
        { ...fields, quote: undefined },
        caller,
        await findOrderPayer(db, order),
      )
      const judged = await judgeReschedule(db, order, ask, { ring: deps.settings.secrets.code, now })
      return refuse(c, 'price_changed', {
        reschedule_quote: presentRescheduleQuote(order, judged, { now, forStaff: true }),
      })
    }
    const after = await readOrder(db, order.id, deps.clock.now())
    const change = after?.changes?.find(({ id }) => id === moved.changeId)
    if (!after || !change) throw new Error('A flight was moved and its order cannot be read')
    return c.json({ order: after, order_change: change, payment_link: moved.link }, 201)
  })
