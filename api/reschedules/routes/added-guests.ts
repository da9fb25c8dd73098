import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  AddGuestsReply,
  AddGuestsRequest,
  GuestQuoteFields,
  GuestQuoteReply,
  StaffAddGuestsReply,
  StaffAddGuestsRequest,
} from '#contract/added-guests.ts'
import { QueryId } from '#contract/primitives.ts'
import { idempotent, oneAtATime } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { type ApiDeps } from '../../deps.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseFields } from '../../http/refuse.ts'
import { readOrder } from '../../orders/read-order.ts'
import { presentPayment } from '../../payments/routes/payments.ts'
import { ownsOrder } from '../../rules/access/permissions.ts'
import { findVisibleOrder, lockOrder } from '../../store/orders/order.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { addGuestsForCustomer } from '../added-guests/add-guests-for-customer.ts'
import { addGuests, toGuestInput } from '../added-guests/add-guests.ts'
import { type GuestInput, judgeGuests } from '../added-guests/judge-guests.ts'
import { presentGuestQuote } from '../added-guests/present-guest-quote.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: QueryId })
const RULE =
  'They fly with the party on its departure, at the price of today, with the fees of each seat and ' +
  'tax; on an aircraft that was bought whole they cost nothing.'

const quote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/guest_quotes',
  summary: 'Whether guests can be added to the caller’s paid order, with their price',
  description: RULE,
  middleware: [requireCaller] as const,
  request: { params, body: jsonBody(GuestQuoteFields) },
  responses: { 200: jsonReply('Whom and for how much; nothing is written', GuestQuoteReply) },
})
const add = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/guests',
  summary: 'Add guests to the caller’s paid order',
  description:
    'They are paid by a payment of their own, and their seats are held meanwhile; the order stays ' +
    'unchanged until it has succeeded. If `party` or `updated_total_price` is not the one that ' +
    'applies, the answer is 409 with the right `guest_quote`, and nothing is charged.',
  middleware: [requireCaller, idempotent, oneAtATime] as const,
  request: { params, body: jsonBody(AddGuestsRequest) },
  responses: { 200: jsonReply('The order, the change and its payment as they are now', AddGuestsReply) },
})
const staffQuote = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_guest_quotes',
  summary: 'Whether staff can add guests to a paid order, with their price',
  description: `${RULE} Staff add them until their own end of sales, also on seats that are held back.`,
  middleware: [requireCaller] as const,
  request: { params, body: jsonBody(GuestQuoteFields.omit({ apply_user_credit: true })) },
  responses: { 200: jsonReply('Whom and for how much; nothing is written', GuestQuoteReply) },
})
const staffAdd = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/staff_guests',
  summary: 'Add guests to a paid order for its customer',
  description:
    'Paid at the counter all of it happens or nothing; paid by a mailed link the seats are held for ' +
    'two hours. For an order that is paid in part the price is added to what is due. If `party` or ' +
    '`updated_total_price` is not the one that applies, the answer is 409 with the right `guest_quote`.',
  middleware: [requireCaller, idempotent, oneAtATime] as const,
  request: { params, body: jsonBody(StaffAddGuestsRequest) },
  responses: { 201: jsonReply('The order with its guests', StaffAddGuestsReply) },
})

export const addedGuests = createRouter()
  .openapi(quote, async (c) => {
    const { database, clock } = c.get('deps')
    const by = c.get('signedIn')
    const order = await findVisibleOrder(database.db, by, c.req.valid('param').id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const judged = await judgeGuests(database.db, order, toGuestInput(c.req.valid('json'), by), {
      now: clock.now(),
    })
    return c.json({ guest_quote: presentGuestQuote(order, judged) }, 200)
  })
  .openapi(add, async (c) => {
    const deps = c.get('deps')
    const by = c.get('signedIn')
    const order = await findVisibleOrder(deps.database.db, by, c.req.valid('param').id, ownsOrder)
    if (!order) return refuse(c, 'not_found')
    const { added_guests: fields } = c.req.valid('json')
    const started = await addGuests(deps, { order, fields, by })
    if (!started.ok) {
      if (started.reason === 'invalid') return refuseFields(c, started.fields)
      if (started.reason === 'too_many_holds') return refuse(c, 'conflict')
      if (started.reason !== 'price_changed') return refuse(c, started.reason)
      const guest_quote = await quoteAgain(deps, order.id, toGuestInput(fields, by))
      return refuse(c, 'price_changed', { guest_quote })
    }
    const changed = await readChanged(deps, order.id, started.changeId)
    const payments = started.payment ? [presentPayment(started.payment)] : []
    return c.json({ ...changed, payments }, 200)
  })
  .openapi(staffQuote, async (c) => {
    const { database, clock } = c.get('deps')
    const caller = c.get('signedIn')
    const order = await findVisibleOrder(database.db, caller, c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const ask = toGuestInput(c.req.valid('json'), caller, true)
    const judged = await judgeGuests(database.db, order, ask, { now: clock.now() })
    return c.json({ guest_quote: presentGuestQuote(order, judged) }, 200)
  })
  .openapi(staffAdd, async (c) => {
    const deps = c.get('deps')
    const caller = c.get('signedIn')
    const order = await findVisibleOrder(deps.database.db, caller, c.req.valid('param').id)
    if (!order) return refuse(c, 'not_found')
    const { added_guests: fields } = c.req.valid('json')
    const added = await addGuestsForCustomer(deps, { order, fields, caller, by: auditBy(c) })
    if (!added.ok) {
      if (added.reason === 'invalid') return refuseFields(c, added.fields)
      if (added.reason !== 'price_changed') return refuse(c, added.reason)
      const guest_quote = await quoteAgain(deps, order.id, toGuestInput(fields, caller, true))
      return refuse(c, 'price_changed', { guest_quote })
    }
    return c.json({ ...(await readChanged(deps, order.id, added.changeId)), payment_link: added.link }, 201)
  })

async function readChanged(deps: ApiDeps, orderId: number, changeId: number) {
  const order = await readOrder(deps.database.db, orderId, deps.clock.now())
  const change = order?.changes?.find(({ id }) => id === changeId)
  if (!order || !change) throw new Error('Guests were added and their order cannot be read')
  return { order, order_change: change }
}

/** Quotes the present state, because a payment may have arrived before the request. */
async function quoteAgain(deps: ApiDeps, orderId: number, ask: GuestInput) {
  return deps.database.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    return presentGuestQuote(order, await judgeGuests(tx, order, ask, { now: deps.clock.now() }))
  })
}
