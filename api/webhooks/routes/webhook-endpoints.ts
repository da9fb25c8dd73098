import { createRoute } from '@hono/zod-openapi'
import {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  RotateSecretRequest,
  WebhookDelivery,
  WebhookDeliveriesReply,
  WebhookDeliveryReply,
  WebhookEndpointReply,
  WebhookEndpointsReply,
  WebhookSecretReply,
} from '#contract/integration.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listDeliveries, redeliver } from '../webhook-deliveries.ts'
import {
  changeEndpoint,
  createEndpoint,
  findEndpoint,
  listEndpoints,
  pingEndpoint,
  removeEndpoint,
  rotateSecret,
} from '../webhook-endpoints.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, ONE_ROW_PAGE, toListPage } from '../../http/list-query.ts'
import { refuse, refuseFields } from '../../http/refuse.ts'

const middleware = requireCaller
const params = IdParams
const at = '/v1/webhook_endpoints'

const list = createRoute({
  method: 'get',
  path: at,
  middleware,
  summary: 'Addresses that are told what happens; admins only',
  request: { query: listQuery(['id']) },
  responses: { 200: jsonReply('Addresses', WebhookEndpointsReply) },
})
const read = createRoute({
  method: 'get',
  path: `${at}/{id}`,
  middleware,
  summary: 'One address',
  request: { params },
  responses: { 200: jsonReply('The address', WebhookEndpointReply) },
})
const create = createRoute({
  method: 'post',
  path: at,
  middleware: [requireCaller, idempotent] as const,
  summary: 'Register an address; its secret is told once',
  description:
    'https only, and no address of a private network. Every delivery carries `Shop-Signature: ' +
    't=…,v1=…`: HMAC-SHA256 of `t.body` with the secret. Deliveries may come twice and in any ' +
    'order; `id` tells them apart.',
  request: { body: jsonBody(CreateWebhookEndpointRequest) },
  responses: { 201: jsonReply('The address with its secret', WebhookSecretReply) },
})
const asItStands = readOnlyFields(
  'webhook_endpoint',
  ChangeWebhookEndpointRequest.shape.webhook_endpoint,
  (c) => findEndpoint(c.get('deps').database.db, findId(c.req.param('id') ?? '') ?? 0),
)
const change = createRoute({
  method: 'patch',
  path: `${at}/{id}`,
  middleware: [requireCaller, asItStands] as const,
  summary: 'Change an address, pause it or take it up again',
  request: { params, body: jsonBody(ChangeWebhookEndpointRequest) },
  responses: { 200: jsonReply('The address', WebhookEndpointReply) },
})
const remove = createRoute({
  method: 'delete',
  path: `${at}/{id}`,
  middleware,
  summary: 'Remove an address with its deliveries',
  request: { params },
  responses: { 204: { description: 'It is gone' } },
})
const rotate = createRoute({
  method: 'post',
  path: `${at}/{id}/secrets`,
  middleware: [requireCaller, idempotent] as const,
  summary: 'A new secret, told once; the one before it signs beside it for a while',
  request: { params, body: jsonBody(RotateSecretRequest) },
  responses: { 201: jsonReply('The address with its new secret', WebhookSecretReply) },
})
const ping = createRoute({
  method: 'post',
  path: `${at}/{id}/pings`,
  middleware,
  summary: 'Send a test event there',
  request: { params },
  responses: { 202: jsonReply('It is on its way', WebhookEndpointReply) },
})

const sent = createRoute({
  method: 'get',
  path: '/v1/webhook_deliveries',
  middleware,
  summary: 'What was sent, the newest first; kept for thirty days',
  request: {
    query: listQuery([]).extend({
      webhook_endpoint_id: QueryId.optional(),
      state: WebhookDelivery.shape.state.optional(),
    }),
  },
  responses: { 200: jsonReply('Deliveries', WebhookDeliveriesReply) },
})
const again = createRoute({
  method: 'post',
  path: '/v1/webhook_deliveries/{id}/redeliver',
  middleware,
  summary: 'Send one again, with the id it had',
  request: { params },
  responses: { 202: jsonReply('It is on its way', WebhookDeliveryReply) },
})

/** Endpoints of webhooks and their deliveries. */
export const webhookEndpoints = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, totalCount } = await listEndpoints(c.get('deps').database.db, toListPage(query))
    return c.json({ webhook_endpoints: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const found = await findEndpoint(c.get('deps').database.db, findId(c.req.valid('param').id) ?? 0)
    return found ? c.json({ webhook_endpoint: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const made = await createEndpoint(c.get('deps'), c.req.valid('json').webhook_endpoint, auditBy(c))
    if (!made.ok) return refuseFields(c, made.fields)
    return c.json({ webhook_endpoint: made.endpoint, secret: made.secret }, 201)
  })
  .openapi(change, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const changed = await changeEndpoint(c.get('deps'), id, c.req.valid('json').webhook_endpoint, auditBy(c))
    if (changed.ok) return c.json({ webhook_endpoint: changed.endpoint }, 200)
    return changed.reason === 'invalid' ? refuseFields(c, changed.fields) : refuse(c, 'not_found')
  })
  .openapi(remove, async (c) => {
    const removed = await removeEndpoint(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
    return removed.ok ? c.body(null, 204) : refuse(c, 'not_found')
  })
  .openapi(rotate, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const { overlap_hours: hours } = c.req.valid('json').webhook_secret
    const done = await rotateSecret(c.get('deps'), id, hours, auditBy(c))
    if (done.ok) return c.json({ webhook_endpoint: done.endpoint, secret: done.secret }, 201)
    return done.reason === 'invalid' ? refuseFields(c, done.fields) : refuse(c, 'not_found')
  })
  .openapi(ping, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const pinged = await pingEndpoint(deps, id, deps.clock.now())
    const found = pinged.ok ? await findEndpoint(deps.database.db, id) : undefined
    return found ? c.json({ webhook_endpoint: found }, 202) : refuse(c, 'not_found')
  })
  .openapi(sent, async (c) => {
    const query = c.req.valid('query')
    const filter = { endpointId: query.webhook_endpoint_id, state: query.state }
    const { rows, totalCount } = await listDeliveries(c.get('deps').database.db, filter, toListPage(query))
    return c.json({ webhook_deliveries: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(again, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    if (!(await redeliver(deps, id))) return refuse(c, 'not_found')
    const { rows } = await listDeliveries(deps.database.db, { id }, ONE_ROW_PAGE)
    const [delivery] = rows
    return delivery ? c.json({ webhook_delivery: delivery }, 202) : refuse(c, 'not_found')
  })
