import { type Submission } from '@conform-to/react'
import { promiseHash } from 'remix-utils/promise'
import { z } from 'zod'
import {
  ApiKeyReply,
  ApiKeysReply,
  CreateApiKeyRequest,
  CreateWebhookEndpointRequest,
  WebhookDeliveriesReply,
  WebhookDeliveryReply,
  WebhookEndpointReply,
  WebhookEndpointsReply,
  WebhookSecretReply,
} from '#contract/integration.ts'
import { BrandsReply } from '#contract/catalogue.ts'
import { Id, LocalDate } from '#contract/primitives.ts'
import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { ENDPOINT_SHAPE, KEY_SHAPE } from './integration-shapes.ts'

/** Everything on the page of integrations. */
export async function loadIntegrations({ userApi, visit }: StaffVisit) {
  const query = { page_size: 50 }
  const { endpoints, deliveries, keys, brands } = await promiseHash({
    endpoints: userApi.get('/v1/webhook_endpoints', WebhookEndpointsReply, { query }),
    deliveries: userApi.get('/v1/webhook_deliveries', WebhookDeliveriesReply, { query: { page_size: 20 } }),
    keys: userApi.get('/v1/api_keys', ApiKeysReply, { query }),
    brands: userApi.get('/v1/brands', BrandsReply),
  })
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
  /** What was wrong with a new address or a new key. */
  refusal?: FormAnswer
  /** Why something else was not done. */
  failure: string | null
}

/** A secret or a key, to be shown on the next page, this once. */
export interface CreatedSecret {
  what: string
  secret: string
}

type Done = IntegrationsAnswer | { made: CreatedSecret } | 'done'

const { webhook_endpoint: EndpointForm } = CreateWebhookEndpointRequest.shape
const KeyForm = CreateApiKeyRequest.shape.api_key.extend({
  expires_at: LocalDate.optional().transform((day) => (day === undefined ? null : `${day}T23:59:59Z`)),
})
const IntegrationButtons = z.object({
  intent: z.enum([
    'make_endpoint',
    'make_key',
    'rotate',
    'pause',
    'resume',
    'ping',
    'remove',
    'revoke',
    'again',
  ]),
  key: z.string().default(''),
  id: Id.default(0),
})

/** Does what a button of the page asks for. */
export async function handleIntegrationForm({ userApi }: StaffVisit, form: FormData): Promise<Done> {
  const { intent, key, id } = requireForm(form, IntegrationButtons)
  const endpoint = `/v1/webhook_endpoints/${String(id)}`
  const answered = (result: ApiResult<unknown>): Done =>
    result.ok ? 'done' : { status: result.status, failure: result.message }
  const once = (body: unknown) => ({ body, ...createFormIdempotencyKey(key, body) })
  switch (intent) {
    case 'make_endpoint': {
      const submission = parseForm(form, EndpointForm)
      if (submission.status !== 'success') return refused(ENDPOINT_SHAPE, submission)
      const body = { webhook_endpoint: submission.value }
      const made = await userApi.post('/v1/webhook_endpoints', WebhookSecretReply, once(body))
      return made.ok
        ? shown('The secret of this address', made.data.secret)
        : refused(ENDPOINT_SHAPE, submission, made)
    }
    case 'make_key': {
      const submission = parseForm(form, KeyForm)
      if (submission.status !== 'success') return refused(KEY_SHAPE, submission)
      const body = { api_key: submission.value }
      const made = await userApi.post('/v1/api_keys', ApiKeyReply, once(body))
      return made.ok
        ? shown(`The key “${submission.value.name}”`, made.data.key)
        : refused(KEY_SHAPE, submission, made)
    }
    case 'rotate': {
      const body = { webhook_secret: { overlap_hours: 24 } }
      const made = await userApi.post(`${endpoint}/secrets`, WebhookSecretReply, once(body))
      return made.ok
        ? shown('The new secret; the old one signs for another day', made.data.secret)
        : answered(made)
    }
    case 'pause':
    case 'resume': {
      const body = { webhook_endpoint: { state: intent === 'pause' ? 'paused' : 'active' } }
      return answered(await userApi.patch(endpoint, WebhookEndpointReply, { body }))
    }
    case 'ping':
      return answered(await userApi.post(`${endpoint}/pings`, WebhookEndpointReply, { body: {} }))
    case 'remove':
      return answered(await userApi.delete(endpoint))
    case 'revoke':
      return answered(await userApi.delete(`/v1/api_keys/${String(id)}`))
    case 'again': {
      const path = `/v1/webhook_deliveries/${String(id)}/redeliver`
      return answered(await userApi.post(path, WebhookDeliveryReply, { body: {} }))
    }
  }
}

const shown = (what: string, secret: string): { made: CreatedSecret } => ({ made: { what, secret } })

const refused = (
  shape: FormShape,
  submission: Submission<unknown, string[]>,
  why?: Refusal & { status: number },
): IntegrationsAnswer => ({
  status: why?.status ?? 422,
  refusal: refuseForm(shape, submission, why),
  failure: null,
})
