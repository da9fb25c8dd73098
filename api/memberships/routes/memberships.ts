import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  PlansReply,
  SubscriptionReply,
  SubscriptionRequest,
  SubscriptionsReply,
  SubscriptionUpdate,
} from '#contract/membership.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { endSubscription, openSubscriptionPage } from '../change-subscription.ts'
import { listPlans, listSubscriptions } from '../list-subscriptions.ts'
import { requestSubscription } from '../request-subscription.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { IdQuery, filterRequestedRows } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const PathId = z.object({ id: QueryId })
const BrandQuery = IdQuery.extend({ brand_id: QueryId.optional() })

const plans = createRoute({
  method: 'get',
  path: '/v1/plans',
  summary: 'The memberships a brand sells',
  request: { query: BrandQuery },
  responses: { 200: jsonReply('The plans', PlansReply) },
})
const list = createRoute({
  method: 'get',
  path: '/v1/subscriptions',
  request: { query: IdQuery },
  summary: 'The caller’s memberships, newest first, with their invoices',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The memberships', SubscriptionsReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/subscriptions',
  summary: 'The membership of a plan',
  description:
    'Starts the one a completed order brought, or shows the one the account has (200). ' +
    'Otherwise a new one begins (201) once its first invoice is paid at `payment_url`; a ' +
    'guest’s belongs to the order that was completed in the same session.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(SubscriptionRequest) },
  responses: {
    200: jsonReply('The membership there is', SubscriptionReply),
    201: jsonReply('The new membership', SubscriptionReply),
  },
})
const asItStands = readOnlyFields('subscription', SubscriptionUpdate.shape.subscription, async (c) => {
  const { database, clock } = c.get('deps')
  const own = await listSubscriptions(database.db, c.get('signedIn'), clock.now())
  return own.find(({ shown }) => String(shown.id) === c.req.param('id'))?.shown
})
const update = createRoute({
  method: 'patch',
  path: '/v1/subscriptions/{id}',
  summary: 'End a membership with its period, or take that back',
  middleware: [requireCaller, asItStands] as const,
  request: {
    params: PathId,
    body: jsonBody(SubscriptionUpdate),
  },
  responses: { 200: jsonReply('The membership', SubscriptionReply) },
})
const pay = createRoute({
  method: 'post',
  path: '/v1/subscriptions/{id}/payment',
  summary: 'A page to pay what is open of a membership',
  middleware: [requireCaller] as const,
  request: { params: PathId },
  responses: { 200: jsonReply('The membership; `payment_url` is the page', SubscriptionReply) },
})

export const memberships = createRouter()
  .openapi(plans, async (c) => {
    const { database, settings } = c.get('deps')
    const brandId = c.req.valid('query').brand_id ?? settings.brandId
    const plans = await listPlans(database.db, brandId)
    return c.json({ plans: filterRequestedRows(plans, c.req.valid('query')) }, 200)
  })
  .openapi(list, async (c) => {
    const { database, clock } = c.get('deps')
    const own = await listSubscriptions(database.db, c.get('signedIn'), clock.now())
    const shown = own.map((one) => one.shown)
    return c.json({ subscriptions: filterRequestedRows(shown, c.req.valid('query')) }, 200)
  })
  .openapi(create, async (c) => {
    const deps = c.get('deps')
    const { plan_id: planId, brand_id: brandId } = c.req.valid('json').subscription
    const made = await requestSubscription(deps, c.get('signedIn'), { planId, brandId })
    if (!made.ok) return refuse(c, made.reason)
    return c.json({ subscription: made.subscription }, made.existing ? 200 : 201)
  })
  .openapi(update, async (c) => {
    const { cancel_at_period_end: ends } = c.req.valid('json').subscription
    const changed = await endSubscription(c.get('deps'), c.get('signedIn'), c.req.valid('param').id, ends)
    return changed.ok ? c.json({ subscription: changed.subscription }, 200) : refuse(c, changed.reason)
  })
  .openapi(pay, async (c) => {
    const opened = await openSubscriptionPage(c.get('deps'), c.get('signedIn'), c.req.valid('param').id)
    return opened.ok ? c.json({ subscription: opened.subscription }, 200) : refuse(c, opened.reason)
  })
