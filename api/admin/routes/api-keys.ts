import { createRoute } from '@hono/zod-openapi'
import { ApiKeyReply, ApiKeysReply, CreateApiKeyRequest } from '#contract/integration.ts'
import { keyScopes } from '../../rules/access/permissions.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../api-keys.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuse, refuseFields } from '../../http/refuse.ts'

const middleware = requireCaller
const path = '/v1/api_keys'

const list = createRoute({
  method: 'get',
  path,
  middleware,
  summary: 'Keys of other systems, newest first, and what a key can be made for; admins only',
  request: { query: listQuery([]) },
  responses: { 200: jsonReply('Keys', ApiKeysReply) },
})
const create = createRoute({
  method: 'post',
  path,
  middleware: [requireCaller, idempotent] as const,
  summary: 'Make a key for another system; it is told once',
  description:
    'The key is presented as a bearer token. It does what its scopes name, within its brand, ' +
    'and never more than the permission table lets keys do: no people, no roles, no keys, no ' +
    'money. With an `Idempotency-Key` a form that is sent twice makes one key, and is told it ' +
    'both times.',
  request: { body: jsonBody(CreateApiKeyRequest) },
  responses: { 201: jsonReply('The key', ApiKeyReply) },
})
const revoke = createRoute({
  method: 'delete',
  path: `${path}/{id}`,
  middleware,
  summary: 'Revoke a key; it stays in the list',
  request: { params: IdParams },
  responses: { 204: { description: 'It opens nothing any more' } },
})

/** API keys of other systems. */
export const apiKeys = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, totalCount } = await listApiKeys(c.get('deps').database.db, toListPage(query))
    return c.json({ api_keys: rows, scopes: [...keyScopes], meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(create, async (c) => {
    const made = await createApiKey(c.get('deps'), c.req.valid('json').api_key, auditBy(c))
    return made.ok ? c.json({ api_key: made.apiKey, key: made.key }, 201) : refuseFields(c, made.fields)
  })
  .openapi(revoke, async (c) => {
    const revoked = await revokeApiKey(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
    return revoked ? c.body(null, 204) : refuse(c, 'not_found')
  })
