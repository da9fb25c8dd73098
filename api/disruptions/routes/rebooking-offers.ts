import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  RebookingAnswerRequest,
  RebookingLinkReply,
  RebookingLinkRequest,
  OrderRebookingOfferReply,
  RebookingOfferReply,
} from '#contract/call-off.ts'
import { ownsOrder } from '../../rules/access/permissions.ts'
import { createRouter } from '../../http/http.ts'
import { type ApiDeps } from '../../deps.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { answerRebookingOffer, answerFoundRebookingOffer } from '../answer-rebooking-offer.ts'
import { mailRebookingLink } from '../mail-rebooking-link.ts'
import { noteOpenedOffer } from '../note-opened-offer.ts'
import {
  findOrderRebookingOffer,
  readRebookingOffer,
  readOrderRebookingOffer,
} from '../read-rebooking-offer.ts'
import { renewAlternatives, renewFoundAlternatives } from '../renew-alternatives.ts'
import { findVisibleOrder } from '../../store/orders/order.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(100) })
const asked = jsonBody(RebookingAnswerRequest)

const read = createRoute({
  method: 'get',
  path: '/v1/reschedule_claims/{token}',
  summary: 'The rebooking offer behind a mailed link; reading does not use it up',
  request: { params },
  responses: { 200: jsonReply('The rebooking offer', RebookingOfferReply) },
})
const opened = createRoute({
  method: 'post',
  path: '/v1/reschedule_claims/{token}/openings',
  summary: 'Note that a browser showed the page of a rebooking offer; staff see who has not chosen yet',
  request: { params },
  responses: { 204: { description: 'Noted; only the first time counts' } },
})
const answer = createRoute({
  method: 'post',
  path: '/v1/reschedule_claims/{token}/answer',
  summary: 'Choose once: other seats, a voucher, or a refund',
  description:
    'A second choice answers 409 with the rebooking offer as it is now. `amount` is the amount ' +
    'that was shown; if it has changed, the answer is 409 with the right one.',
  request: { params, body: asked },
  responses: { 200: jsonReply('The rebooking offer as it is now', RebookingOfferReply) },
})
const renew = createRoute({
  method: 'post',
  path: '/v1/reschedule_claims/{token}/alternatives',
  summary: 'Hold other seats instead of those held now',
  request: { params },
  responses: { 200: jsonReply('The rebooking offer as it is now', RebookingOfferReply) },
})
const link = createRoute({
  method: 'post',
  path: '/v1/reschedule_claim_links',
  summary: 'Mail the link of an order’s rebooking offer again; the answer is always the same',
  request: { body: jsonBody(RebookingLinkRequest) },
  responses: { 202: jsonReply('Accepted', RebookingLinkReply) },
})
const ofOrder = createRoute({
  method: 'get',
  path: '/v1/orders/{id}/reschedule_claim',
  summary: 'The latest rebooking offer of an order; its buyer gets the secret of the link, staff do not',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The rebooking offer', OrderRebookingOfferReply) },
})

const answerForCaller = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/reschedule_claim/answer',
  summary: 'Choose for a caller; staff only, with an entry in the audit log',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: asked },
  responses: { 200: jsonReply('The rebooking offer as it is now', OrderRebookingOfferReply) },
})
const renewForCaller = createRoute({
  method: 'post',
  path: '/v1/orders/{id}/reschedule_claim/alternatives',
  summary: 'Hold other seats for a caller instead of those held now; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The rebooking offer as it is now', OrderRebookingOfferReply) },
})

export const rebookingOffers = createRouter()
  .openapi(read, async (c) => {
    const found = await readRebookingOffer(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ reschedule_claim: found.offer }, 200) : refuse(c, found.reason)
  })
  .openapi(opened, async (c) => {
    const isKnown = await noteOpenedOffer(c.get('deps'), c.req.valid('param').token)
    return isKnown ? c.body(null, 204) : refuse(c, 'not_found')
  })
  .openapi(answer, async (c) => {
    const deps = c.get('deps')
    const { token } = c.req.valid('param')
    const answered = await answerRebookingOffer(deps, token, c.req.valid('json').reschedule_claim)
    const found = await readRebookingOffer(deps, token)
    if (!found.ok) return refuse(c, found.reason)
    return answered.ok
      ? c.json({ reschedule_claim: found.offer }, 200)
      : refuse(c, answered.reason, { reschedule_claim: found.offer })
  })
  .openapi(renew, async (c) => {
    const deps = c.get('deps')
    const { token } = c.req.valid('param')
    const renewed = await renewAlternatives(deps, token)
    const found = await readRebookingOffer(deps, token)
    if (!found.ok) return refuse(c, found.reason)
    return renewed.ok
      ? c.json({ reschedule_claim: found.offer }, 200)
      : refuse(c, renewed.reason, { reschedule_claim: found.offer })
  })
  .openapi(link, async (c) => {
    await mailRebookingLink(c.get('deps'), c.req.valid('json').reschedule_claim_link)
    return c.json({ sent: true as const }, 202)
  })
  .openapi(ofOrder, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const viewer = c.get('signedIn')
    const order = await findVisibleOrder(deps.database.db, viewer, id)
    const claim = order && (await readOrderRebookingOffer(deps, order.id))
    if (!claim) return refuse(c, 'not_found')
    const own = await findVisibleOrder(deps.database.db, viewer, id, ownsOrder)
    return c.json({ reschedule_claim: own ? claim : { ...claim, token: null } }, 200)
  })
  .openapi(answerForCaller, async (c) => {
    const deps = c.get('deps')
    const found = await findOrderRebookingOffer(deps.database.db, findId(c.req.valid('param').id) ?? 0)
    if (!found) return refuse(c, 'not_found')
    const answerer = { by: 'staff' as const, audit: auditBy(c) }
    const answered = await answerFoundRebookingOffer(
      deps,
      found,
      c.req.valid('json').reschedule_claim,
      answerer,
    )
    const reply = { reschedule_claim: await readForStaff(deps, found.orderId) }
    return answered.ok ? c.json(reply, 200) : refuse(c, answered.reason, reply)
  })
  .openapi(renewForCaller, async (c) => {
    const deps = c.get('deps')
    const found = await findOrderRebookingOffer(deps.database.db, findId(c.req.valid('param').id) ?? 0)
    if (!found) return refuse(c, 'not_found')
    const renewed = await renewFoundAlternatives(deps, found)
    const reply = { reschedule_claim: await readForStaff(deps, found.orderId) }
    return renewed.ok ? c.json(reply, 200) : refuse(c, renewed.reason, reply)
  })

/** Reads an offer without the secret of the buyer's link. */
async function readForStaff(
  deps: ApiDeps,
  orderId: number,
): Promise<z.infer<typeof OrderRebookingOfferReply>['reschedule_claim']> {
  const claim = await readOrderRebookingOffer(deps, orderId)
  if (!claim) throw new Error('The claim of the order is gone')
  return { ...claim, token: null }
}
