import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  OrderPassengersReply,
  PassengerCorrectionRequest,
  PassengerFormReply,
  PassengerFormRequest,
  PassengerMailRequest,
} from '#contract/passenger.ts'
import { canSeeOrder, ownsOrder } from '../../rules/access/permissions.ts'
import { createRouter, type SignedInCaller } from '../../http/http.ts'
import { type ApiDeps } from '../../deps.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { mailPassengerLink, renewPassengerLink } from '../change-passenger-link.ts'
import { correctPassenger } from '../correct-passenger.ts'
import { fillPassengerForm } from '../fill-passenger-form.ts'
import { listOrderPassengers } from '../list-order-passengers.ts'
import { readPassengerForm } from '../read-passenger-form.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const token = z.object({ token: z.string().max(200) })
const one = IdParams.extend({ passenger: z.string().max(20) })
const list = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/passengers',
  summary: 'Which passengers of a paid order have given their details, with each one’s link; for the buyer',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The passengers', OrderPassengersReply) },
})
const renew = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/passengers/{passenger}/link',
  summary: 'Replace a passenger’s link; the old one stops working, and the seat can be picked again',
  middleware: [requireCaller] as const,
  request: { params: one },
  responses: { 204: { description: 'The link is replaced' } },
})
const mail = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/passengers/{passenger}/mails',
  summary: 'Mail a passenger’s link to an address; one mail in ten minutes',
  middleware: [requireCaller] as const,
  request: { params: one, body: jsonBody(PassengerMailRequest) },
  responses: { 204: { description: 'The mail is on its way' } },
})
const read = createRoute({
  method: 'get',
  path: '/v1/passenger_links/{token}',
  summary: 'A passenger’s form, without the weight; reading does not use the link up',
  request: { params: token },
  responses: { 200: jsonReply('The form', PassengerFormReply) },
})
const fill = createRoute({
  method: 'put',
  path: '/v1/passenger_links/{token}',
  summary: 'Submit name, weight and waiver, until the flight leaves',
  description:
    'A weight that does not fit is saved as well and becomes a task for staff. A signed waiver ' +
    'stays signed. Once they are checked in only the waiver may be signed.',
  request: { params: token, body: jsonBody(PassengerFormRequest) },
  responses: { 200: jsonReply('The form', PassengerFormReply) },
})

const correct = createRoute({
  method: 'patch',
  path: '/v1/orders/{id}/passengers/{passenger}',
  summary: 'Correct a passenger’s name or weight until the flight leaves; staff, and its pilot the weight',
  description:
    'The weight on the aircraft changes at once; a weight that does not fit is saved and becomes ' +
    'a task. With `stays_home` a passenger who does not come is no longer counted: in a party ' +
    'with fewer seats than people, or on a whole aircraft. The request may contain the values that ' +
    'were shown; if somebody else has set others, the answer is 409 with the present ones.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: one, body: jsonBody(PassengerCorrectionRequest) },
  responses: { 204: { description: 'Corrected' } },
})

/** The ids of a path when the caller owns the order, or may see it where `may` says so. */
async function findOwn(
  deps: ApiDeps,
  caller: SignedInCaller,
  params: { id: string; passenger?: string },
  may: typeof ownsOrder = ownsOrder,
) {
  const order = await findVisibleOrder(deps.database.db, caller, findId(params.id) ?? 0, may)
  return order && { orderId: order.id, passengerId: findId(params.passenger ?? '') ?? 0 }
}

export const passengers = createRouter()
  .openapi(list, async (c) => {
    const deps = c.get('deps')
    const own = await findOwn(deps, c.get('signedIn'), c.req.valid('param'))
    if (!own) return refuse(c, 'not_found')
    return c.json(await listOrderPassengers(deps, own.orderId), 200)
  })
  .openapi(renew, async (c) => {
    const deps = c.get('deps')
    const may = c.get('reach') === 'any' ? canSeeOrder : ownsOrder
    const own = await findOwn(deps, c.get('signedIn'), c.req.valid('param'), may)
    const renewed = own && (await renewPassengerLink(deps, own))
    if (!renewed) return refuse(c, 'not_found')
    return renewed.ok ? c.body(null, 204) : refuse(c, renewed.reason)
  })
  .openapi(mail, async (c) => {
    const deps = c.get('deps')
    const own = await findOwn(deps, c.get('signedIn'), c.req.valid('param'))
    const mailed = own && (await mailPassengerLink(deps, own, c.req.valid('json').email))
    if (!mailed) return refuse(c, 'not_found')
    return mailed.ok ? c.body(null, 204) : refuse(c, mailed.reason)
  })
  .openapi(correct, async (c) => {
    const { id, passenger } = c.req.valid('param')
    const pilotId = c.get('reach') === 'own' ? c.get('signedIn').userId : undefined
    const corrected = await correctPassenger(c.get('deps'), {
      which: { orderId: findId(id) ?? 0, passengerId: findId(passenger) ?? 0 },
      fields: c.req.valid('json').passenger,
      by: auditBy(c),
      pilotId,
    })
    if (corrected.ok) return c.body(null, 204)
    return refuse(c, corrected.reason, 'present' in corrected ? corrected.present : {})
  })
  .openapi(read, async (c) => {
    const found = await readPassengerForm(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ passenger_form: found.form }, 200) : refuse(c, 'passenger_link_bad')
  })
  .openapi(fill, async (c) => {
    const deps = c.get('deps')
    const { token: secret } = c.req.valid('param')
    const filled = await fillPassengerForm(deps, secret, c.req.valid('json').passenger_form)
    if (!filled.ok) {
      return refuse(c, filled.reason === 'not_found' ? 'passenger_link_bad' : filled.reason)
    }
    const found = await readPassengerForm(deps, secret)
    return found.ok ? c.json({ passenger_form: found.form }, 200) : refuse(c, 'passenger_link_bad')
  })
