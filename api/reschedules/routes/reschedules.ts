import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  RescheduleFields,
  RescheduleLinkOpenRequest,
  RescheduleLinkReply,
  RescheduleLinkRequest,
  RescheduleQuoteFields,
  RescheduleQuoteReply,
  RescheduleReply,
  RescheduleRequest,
  RescheduleSubjectReply,
} from '#contract/reschedule.ts'
import { QueryId } from '#contract/primitives.ts'
import { type ApiDeps } from '../../deps.ts'
import { ownsOrder } from '../../rules/access/permissions.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent, oneAtATime } from '../../access/idempotent.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { findRescheduleSubject } from '../find-reschedulable-order.ts'
import { presentReschedulable, presentRescheduleQuote } from '../present-reschedule-quote.ts'
import { type RescheduleInput } from '../reschedule-request.ts'
import { judgeReschedule } from '../price-reschedule.ts'
import { openRescheduleLink, requestRescheduleLink } from '../reschedule-link.ts'
import { toRescheduleInput, rescheduleFlight } from '../reschedule-flight.ts'
import { findVisibleOrder, lockOrder } from '../../store/orders/order.ts'
import { readOrder } from '../../orders/read-order.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { presentPayment } from '../../payments/routes/payments.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })

const subject = createRoute({
  method: 'get',
  path: '/v1/reschedules/{item}',
  summary: 'Find the order and the flight of an order item of the caller',
  description: '`12` for seats, `f12` for a whole aircraft.',
  middleware: [requireCaller] as const,
  request: { params: z.object({ item: z.string().max(20) }) },
  responses: { 200: jsonReply('The order and the flight', RescheduleSubjectReply) },
})
const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/reschedule_quotes',
  summary: 'Whether the flight of the caller’s paid order can be rescheduled, and the price',
  description:
    'The price is valid for 15 minutes if its `quote` is sent with the reschedule, even if the ' +
    'fee rises meanwhile. No seats are held.',
  middleware: [requireCaller] as const,
  request: {
    params,
    body: jsonBody(RescheduleQuoteFields),
  },
  responses: { 200: jsonReply('Fee and price; nothing is written', RescheduleQuoteReply) },
})
const move = createRoute({
  method: 'patch',
  path: '/v1/orders/{id}/reschedule_flight',
  summary: 'Reschedule the flight of the caller’s paid order to another departure',
  description:
    'Holds the new seats, charges the reschedule by a payment of its own, then swaps the seats; ' +
    'the order stays unchanged until the payment has succeeded. If the prices in `items` are not ' +
    'those that apply, the answer is 409 with the right `reschedule_quote`, and nothing is ' +
    'charged.',
  middleware: [requireCaller, readOnlyFields('order', RescheduleFields), idempotent, oneAtATime] as const,
  request: {
    params,
    body: jsonBody(RescheduleRequest),
  },
  responses: { 200: jsonReply('The order, the change and its payment as they are now', RescheduleReply) },
})
const askLink = createRoute({
  method: 'post',
  path: '/v1/reschedule_links',
  summary: 'Mail a link to reschedule a flight without an account',
  request: { body: jsonBody(RescheduleLinkRequest) },
  responses: { 202: jsonReply('The same answer whether or not there is such an order', z.object({})) },
})
const openLink = createRoute({
  method: 'post',
  path: '/v1/reschedule_links/open',
  summary: 'A token for the one order of a mailed link',
  request: {
    body: jsonBody(RescheduleLinkOpenRequest),
  },
  responses: { 200: jsonReply('A guest’s token that reaches that order', RescheduleLinkReply) },
})

export const reschedules = createRouter()
  .openapi(subject, async (c) => {
    const { database } = c.get('deps')
    const found = await findRescheduleSubject(database.db, c.get('signedIn'), c.req.valid('param').item)
    if (!found) return refuse(c, 'not_found')
    return c.json({ reschedule: { order_id: found.orderId, flight_id: found.flightId } }, 200)
  })
  .openapi(quote, async (c) => {
    const { database, clock, settings } = c.get('deps')
    const { db } = database
    const by = c.get('signedIn')
    const order = await findVisibleOrder(db, by, c.req.valid('param').id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const { departure_id, depart_at, ...fields } = c.req.valid('json')
    const now = clock.now()
    if (departure_id === undefined || depart_at === undefined) {
      const open = await presentReschedulable(db, order, { flightId: fields.flight_id, by, now })
      return c.json({ reschedule_quote: open }, 200)
    }
    const ask = toRescheduleInput({ ...fields, departure_id, depart_at }, by)
    const judged = await judgeReschedule(db, order, ask, { ring: settings.secrets.code, now })
    return c.json({ reschedule_quote: presentRescheduleQuote(order, judged, { now }) }, 200)
  })
  .openapi(move, async (c) => {
    const deps = c.get('deps')
    const by = c.get('signedIn')
    const order = await findVisibleOrder(deps.database.db, by, c.req.valid('param').id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const fields = c.req.valid('json')
    const keyed = Boolean(c.req.header('Idempotency-Key'))
    const started = await rescheduleFlight(deps, { order, fields, by, keyed })
    if (!started.ok) {
      if (started.reason === 'invalid') return refuseFields(c, started.fields)
      if (started.reason === 'too_many_holds') return refuse(c, 'conflict')
      if (started.reason !== 'price_changed') return refuse(c, started.reason)
      const right = await quoteAgain(deps, order.id, toRescheduleInput(fields, by))
      return refuse(c, 'price_changed', { reschedule_quote: right })
    }
    const moved = await readOrder(deps.database.db, order.id, deps.clock.now())
    const change = moved?.changes?.find(({ id }) => id === started.changeId)
    if (!moved || !change) throw new Error('A flight was moved and its order cannot be read')
    const payments = started.payment ? [presentPayment(started.payment)] : []
    return c.json({ order: moved, order_change: change, payments }, 200)
  })
  .openapi(askLink, async (c) => {
    const { reschedule_link: asked } = c.req.valid('json')
    const input = { orderNumber: asked.order_number, email: asked.email, url: asked.url }
    const done = await requestRescheduleLink(c.get('deps'), input)
    return done.ok ? c.json({}, 202) : refuse(c, done.reason)
  })
  .openapi(openLink, async (c) => {
    const opened = await openRescheduleLink(c.get('deps'), c.req.valid('json').token)
    if (!opened.ok) return refuse(c, opened.reason)
    return c.json({ jwt: opened.jwt, order_id: opened.orderId, email: opened.email }, 200)
  })

/** Quotes the present state, because a payment may have arrived before the request. */
async function quoteAgain(deps: ApiDeps, orderId: number, ask: RescheduleInput) {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const judged = await judgeReschedule(tx, order, ask, { ring: deps.settings.secrets.code, now })
    return presentRescheduleQuote(order, judged, { now })
  })
}
