import { z } from 'zod'
import {
  ApiKeyReply,
  ApiKeysReply,
  WebhookDeliveriesReply,
  WebhookDeliveryReply,
  WebhookEndpointReply,
  WebhookEndpointsReply,
  WebhookSecretReply,
} from '#contract/integration.ts'
import { BrandsReply } from '#contract/catalogue.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'

/** Everything on the page of integrations. */
export async function loadIntegrations({ userApi, visit }: StaffVisit) {
  const query = { page_size: 50 }
  const [endpoints, deliveries, keys, brands] = await Promise.all([
    userApi.get('/v1/webhook_endpoints', WebhookEndpointsReply, { query }),
    userApi.get('/v1/webhook_deliveries', WebhookDeliveriesReply, { query: { page_size: 20 } }),
    userApi.get('/v1/api_keys', ApiKeysReply, { query }),
    userApi.get('/v1/brands', BrandsReply),
  ])
  const { api_keys: apiKeys, scopes } = requireData(keys)
  return {
    endpoints: requireData(endpoints).webhook_endpoints,
    deliveries: requireData(deliveries).webhook_deliveries,
    keys: apiKeys,
    scopes,
    brands: requireData(brands).brands.map(({ id, name }) => ({ id, name })),
    zone: visit.brand.time_zone,
    formKey: crypto.randomUUID(),
  }
}

export interface IntegrationsAnswer {
  status: number
  /** By the field's name, for the form that was sent. */
  problems: Record<string, string>
  failure: string | null
  form: 'endpoint' | 'key' | null
  typed: {
    name: string
    url: string
    description: string
    brand_id: string
    ticked: string[]
    expires: string
  }
}

/** A secret or a key, to be shown on the next page, this once. */
export interface CreatedSecret {
  what: string
  secret: string
}

type Done = IntegrationsAnswer | { made: CreatedSecret } | 'done'

/** Does what a button of the page asks for. */
export async function handleIntegrationForm({ userApi }: StaffVisit, form: FormData): Promise<Done> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const typed = {
    name: text('name'),
    url: text('url'),
    description: text('description'),
    brand_id: text('brand_id'),
    expires: text('expires'),
    ticked: form.getAll('ticked').map(String),
  }
  const brand_id = /^[1-9]\d{0,8}$/.test(typed.brand_id) ? Number(typed.brand_id) : null
  const id = /^[1-9]\d{0,8}$/.test(text('id')) ? text('id') : '0'
  const endpoint = `/v1/webhook_endpoints/${id}`
  const answered = (result: ApiResult<unknown>, of: IntegrationsAnswer['form'] = null): Done =>
    result.ok ? 'done' : refused(result, of, typed)
  const once = (body: unknown) => ({ body, ...createFormIdempotencyKey(text('key'), body) })
  switch (text('intent')) {
    case 'make_endpoint': {
      const { url, description, ticked: events } = typed
      const body = { webhook_endpoint: { url, description, brand_id, events } }
      const made = await userApi.post('/v1/webhook_endpoints', WebhookSecretReply, once(body))
      return made.ok
        ? shown('The secret of this address', made.data.secret)
        : refused(made, 'endpoint', typed)
    }
    case 'make_key': {
      const expires_at = /^\d{4}-\d\d-\d\d$/.test(typed.expires) ? `${typed.expires}T23:59:59Z` : null
      const body = { api_key: { name: typed.name, scopes: typed.ticked, brand_id, expires_at } }
      const made = await userApi.post('/v1/api_keys', ApiKeyReply, once(body))
      return made.ok ? shown(`The key “${typed.name}”`, made.data.key) : refused(made, 'key', typed)
    }
    case 'rotate': {
      const body = { webhook_secret: { overlap_hours: 24 } }
      const made = await userApi.post(`${endpoint}/secrets`, WebhookSecretReply, once(body))
      return made.ok
        ? shown('The new secret; the old one signs for another day', made.data.secret)
        : refused(made, null, typed)
    }
    case 'pause':
    case 'resume': {
      const state = text('intent') === 'pause' ? 'paused' : 'active'
      const body = { webhook_endpoint: { state } }
      return answered(await userApi.patch(endpoint, WebhookEndpointReply, { body }))
    }
    case 'ping':
      return answered(await userApi.post(`${endpoint}/pings`, WebhookEndpointReply, { body: {} }))
    case 'remove':
      return answered(await userApi.delete(endpoint))
    case 'revoke':
      return answered(await userApi.delete(`/v1/api_keys/${id}`))
    case 'again':
      return answered(
        await userApi.post(`/v1/webhook_deliveries/${id}/redeliver`, WebhookDeliveryReply, { body: {} }),
      )
    default:
      return 'done'
  }
}

const shown = (what: string, secret: string): { made: CreatedSecret } => ({ made: { what, secret } })

function refused(
  result: Extract<ApiResult<unknown>, { ok: false }>,
  form: IntegrationsAnswer['form'],
  typed: IntegrationsAnswer['typed'],
): IntegrationsAnswer {
  const named = Object.entries(result.errors).map(([name, [message]]) => [
    name.split('.')[0] ?? name,
    message,
  ])
  const problems = z.record(z.string(), z.string()).parse(Object.fromEntries(named))
  const failure = Object.keys(problems).length > 0 && form !== null ? null : result.message
  return { status: result.status, problems, failure, form, typed }
}
