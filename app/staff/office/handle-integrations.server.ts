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

/** Loads everything that the page of integrations shows. */
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
  /** The refused form for a new webhook address or a new API key. */
  refusal?: FormAnswer
  /** The reason why a button did nothing. */
  failure: string | null
}

/** A new secret or API key, which only the next page shows, once. */
export interface CreatedSecret {
  what: string
  secret: string
}

type IntegrationFormResult = IntegrationsAnswer | { made: CreatedSecret } | 'done'

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

/** Handles the pressed button of the page. */
export async function handleIntegrationForm(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<IntegrationFormResult> {
  const { intent, key, id } = requireForm(form, IntegrationButtons)
  const endpoint = `/v1/webhook_endpoints/${String(id)}`
  const answered = (result: ApiResult<unknown>): IntegrationFormResult =>
    result.ok ? 'done' : { status: result.status, failure: result.message }
  const once = (body: unknown) => ({ body, ...createFormIdempotencyKey(key, body) })
  switch (intent) {
    case 'make_endpoint': {
      const submission = parseForm(form, EndpointForm)
      if (submission.status !== 'success') return refuseIntegration(ENDPOINT_SHAPE, submission)
      const body = { webhook_endpoint: submission.value }
      const made = await userApi.post('/v1/webhook_endpoints', WebhookSecretReply, once(body))
      return made.ok
        ? shownSecret('The secret of this address', made.data.secret)
        : refuseIntegration(ENDPOINT_SHAPE, submission, made)
    }
    case 'make_key': {
      const submission = parseForm(form, KeyForm)
      if (submission.status !== 'success') return refuseIntegration(KEY_SHAPE, submission)
      const body = { api_key: submission.value }
      const made = await userApi.post('/v1/api_keys', ApiKeyReply, once(body))
      return made.ok
        ? shownSecret(`The key “${submission.value.name}”`, made.data.key)
        : refuseIntegration(KEY_SHAPE, submission, made)
    }
    case 'rotate': {
      const body = { webhook_secret: { overlap_hours: 24 } }
      const made = await userApi.post(`${endpoint}/secrets`, WebhookSecretReply, once(body))
      return made.ok
        ? shownSecret('The new secret; the old one signs for another day', made.data.secret)
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

const shownSecret = (what: string, secret: string): { made: CreatedSecret } => ({ made: { what, secret } })

const refuseIntegration = (
  shape: FormShape,
  submission: Submission<unknown, string[]>,
  why?: Refusal & { status: number },
): IntegrationsAnswer => ({
  status: why?.status ?? 422,
  refusal: refuseForm(shape, submission, why),
  failure: null,
})
